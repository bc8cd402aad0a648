import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useAddStaticField } from '../input-actions.ts'

interface StaticFieldDialogProps {
  readonly input: InputSummary
  readonly isOpen: boolean
  readonly close: () => void
}

export function StaticFieldDialog({ input, ...dialog }: StaticFieldDialogProps) {
  const t = useText()
  return (
    <FormDialog {...dialog} title={t('inputs.field.title', { title: input.title })}>
      <StaticFieldForm input={input} />
    </FormDialog>
  )
}

function StaticFieldForm({ input }: { input: InputSummary }) {
  const t = useText()
  const add = useAddStaticField(input)
  const keyError = (key: string) => {
    if (key === '') return t('inputs.field.keyRequired')
    if (!/^\w+$/.test(key)) return t('inputs.field.keyInvalid')
    return UNSETTABLE_FIELDS.has(key) && t('inputs.field.keyReserved')
  }
  const form = useEntityForm({
    isNew: true,
    initial: { key: '', value: '' },
    labels: { key: t('inputs.field.key'), value: t('inputs.field.value') },
    problems: ({ key, value }) => ({
      key: keyError(key.trim()),
      value: value.trim() === '' && t('inputs.field.valueRequired'),
    }),
    save: ({ key, value }) => add.mutateAsync({ key: key.trim(), value: value.trim() }),
  })
  return (
    <EntityForm form={form} label={t('inputs.field.add')} saveLabel={t('inputs.field.button')}>
      <TextInput
        data-autofocus
        label={t('inputs.field.key')}
        description={t('inputs.field.key.help')}
        required
        autoComplete="off"
        {...form.text('key')}
      />
      <TextInput label={t('inputs.field.value')} required autoComplete="off" {...form.text('value')} />
    </EntityForm>
  )
}
