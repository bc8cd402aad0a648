import { type InputSummary, removeStaticField } from '@logyard/contract/ingest/inputs'
import { CloseButton, Text } from '@mantine/core'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { useRemoveStaticField } from '../input-actions.ts'
import classes from '../inputs.module.css'

/** The fields that an input adds to its messages; hidden if there are none. */
export function StaticFields({ input }: { input: InputSummary }) {
  const t = useText()
  const may = useMay()
  const confirm = useConfirm()
  const remove = useRemoveStaticField(input)
  const fields = Object.entries(input.static_fields)
  if (fields.length === 0) return null

  async function askAndRemove(key: string) {
    const confirmed = await confirm({
      title: t('inputs.field.remove.title'),
      text: t('inputs.field.remove.text', { key, title: input.title }),
      confirmLabel: t('inputs.field.remove.confirm'),
      isDangerous: true,
    })
    if (confirmed) remove.mutate(key)
  }
  return (
    <section className={classes['fields']} aria-label={t('inputs.fields')}>
      <Text size="sm" fw={550}>
        {t('inputs.fields')}
      </Text>
      <ul>
        {fields.map(([key, value]) => (
          <li key={key}>
            <span translate="no">
              {key}: {value}
            </span>
            {may(removeStaticField, { id: input.id }) && (
              <CloseButton
                size="xs"
                aria-label={t('inputs.field.remove', { key })}
                disabled={remove.isPending}
                onClick={() => void askAndRemove(key)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
