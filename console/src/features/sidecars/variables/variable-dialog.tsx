import { type ConfigurationVariable, validateVariable } from '@logyard/contract/sidecars/variables'
import { Textarea, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useCheckFailed } from '../use-check-failed.ts'
import { useSaveVariable } from './variable-actions.ts'

export type RenamedVariable = (before: string, after: string) => void

interface VariableDialogProps {
  /** Without a subject it creates one. */
  readonly dialog: ReturnType<typeof useFormDialog<ConfigurationVariable | undefined>>
  readonly onRenamed?: RenamedVariable | undefined
}

export function VariableDialog({ dialog, onRenamed }: VariableDialogProps) {
  const t = useText()
  const { subject } = dialog
  const title =
    subject === undefined ? (
      t('sidecars.variables.create')
    ) : (
      <>
        {t('sidecars.variables.edit')} <span translate="no">{placeOf(subject.name)}</span>
      </>
    )
  return (
    <FormDialog isOpen={dialog.isOpen} close={dialog.close} title={title}>
      <VariableForm stored={subject} onRenamed={onRenamed} />
    </FormDialog>
  )
}

/** How templates insert it. */
export const placeOf = (name: string): string => `\${user.${name}}`

interface VariableFormProps {
  readonly stored: ConfigurationVariable | undefined
  readonly onRenamed: RenamedVariable | undefined
}

function VariableForm({ stored, onRenamed }: VariableFormProps) {
  const t = useText()
  const save = useSaveVariable(stored?.id ?? undefined)
  const required = (text: string) => text === '' && t('sidecars.required')
  const form = useEntityForm({
    isNew: stored === undefined,
    initial: { name: stored?.name ?? '', description: stored?.description ?? '', content: stored?.content ?? '' },
    labels: { name: t('sidecars.name'), content: t('sidecars.variables.content') },
    problems: ({ name, content }) => ({ name: required(name), content: required(content) }),
    check: {
      key: ['variable', stored?.id],
      run: (call, values, signal) => call(validateVariable, { body: { ...values, id: stored?.id ?? ' ' }, signal }),
      failed: useCheckFailed('sidecars.toast.checkFailed.variable'),
    },
    save: save.mutateAsync,
    onSaved({ name }) {
      if (stored !== undefined && stored.name !== name) onRenamed?.(stored.name, name)
    },
  })
  return (
    <EntityForm form={form} saveLabel={t('sidecars.variables.save')}>
      <TextInput
        label={t('sidecars.name')}
        description={t('sidecars.variables.name.help')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        translate="no"
        {...form.text('name')}
      />
      <TextInput label={t('sidecars.description')} translate="no" {...form.text('description')} />
      <Textarea
        label={t('sidecars.variables.content')}
        description={t('sidecars.variables.content.help')}
        required
        rows={10}
        spellCheck={false}
        translate="no"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.text('content')}
      />
    </EntityForm>
  )
}
