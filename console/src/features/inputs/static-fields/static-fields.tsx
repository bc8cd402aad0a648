import { type InputSummary, removeStaticField } from '@logyard/contract/ingest/inputs'
import { CloseButton, Text } from '@mantine/core'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useRemoveStaticField } from '../input-actions.ts'
import classes from '../inputs.module.css'

/** The fields that an input adds to its messages; hidden if there are none. */
export function StaticFields({ input }: { input: InputSummary }) {
  const t = useText()
  const may = useMay()
  const remove = useRemoveStaticField(input)
  const fields = Object.entries(input.static_fields)
  if (fields.length === 0) return null
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
                onClick={() => void remove(key)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
