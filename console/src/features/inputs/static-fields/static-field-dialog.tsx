import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { useText } from '../../../base/text/text.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { FieldsDialog } from '../../../ui/fields/fields-dialog.tsx'
import { useAddStaticField } from '../input-actions.ts'

interface StaticFieldDialogProps {
  readonly input: InputSummary
  readonly isOpen: boolean
  readonly close: () => void
}

const FIELDS: readonly OwnField<'text'>[] = [
  { kind: 'text', name: 'key', label: 'inputs.field.key', help: 'inputs.field.key.help' },
  { kind: 'text', name: 'value', label: 'inputs.field.value' },
]

export function StaticFieldDialog({ input, ...dialog }: StaticFieldDialogProps) {
  const t = useText()
  const add = useAddStaticField(input)
  const keyError = (key: string) => {
    if (key === '') return t('inputs.field.keyRequired')
    if (!/^\w+$/.test(key)) return t('inputs.field.keyInvalid')
    return UNSETTABLE_FIELDS.has(key) && t('inputs.field.keyReserved')
  }
  return (
    <FieldsDialog
      {...dialog}
      title={t('inputs.field.title', { title: input.title })}
      fields={FIELDS}
      isNew
      initial={{ key: '', value: '' }}
      problems={({ key, value }) => ({
        key: keyError(key.trim()),
        value: value.trim() === '' && t('inputs.field.valueRequired'),
      })}
      save={({ key, value }) => add.mutateAsync({ key: key.trim(), value: value.trim() })}
      label={t('inputs.field.add')}
    />
  )
}
