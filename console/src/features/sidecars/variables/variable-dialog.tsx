import { type ConfigurationVariable, validateVariable } from '@logyard/contract/sidecars/variables'
import { useText } from '../../../base/text/text.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { FieldsForm } from '../../../ui/fields/fields-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useCheckFailed } from '../use-check-failed.ts'
import { placeOf, useSaveVariable } from './variable-actions.ts'

const FIELDS: readonly OwnField<'text'>[] = [
  { kind: 'text', name: 'name', label: 'sidecars.name', help: 'sidecars.variables.name.help' },
  { kind: 'text', name: 'description', label: 'sidecars.description', format: 'prose', is_optional: true },
  {
    kind: 'text',
    name: 'content',
    label: 'sidecars.variables.content',
    help: 'sidecars.variables.content.help',
    format: 'code',
    may_be_blank: true,
  },
]

export interface VariableChanges {
  readonly onRenamed?: (before: string, after: string) => void
}

interface VariableDialogProps extends VariableChanges {
  /** Without a subject it creates one. */
  readonly dialog: ReturnType<typeof useFormDialog<ConfigurationVariable | undefined>>
}

export function VariableDialog({ dialog: { subject, isOpen, close }, onRenamed }: VariableDialogProps) {
  const t = useText()
  const id = subject?.id ?? undefined
  const title = t(id === undefined ? 'sidecars.variables.create' : 'sidecars.variables.edit')
  const failed = useCheckFailed('sidecars.toast.checkFailed.variable')
  return (
    <FormDialog isOpen={isOpen} close={close} title={title} subject={subject && placeOf(subject.name)}>
      <FieldsForm
        key={id}
        fields={FIELDS}
        isNew={id === undefined}
        initial={{
          name: subject?.name ?? '',
          description: subject?.description ?? '',
          content: subject?.content ?? '',
        }}
        check={{
          key: ['variable', id],
          run: (call, values, signal) => call(validateVariable, { body: { ...values, id: id ?? ' ' }, signal }),
          failed,
        }}
        save={useSaveVariable(id).mutateAsync}
        onSaved={({ name }) => subject !== undefined && subject.name !== name && onRenamed?.(subject.name, name)}
        saveLabel={t('sidecars.variables.save')}
      />
    </FormDialog>
  )
}
