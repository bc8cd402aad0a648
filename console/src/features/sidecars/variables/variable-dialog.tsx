import { type ConfigurationVariable, type VariableDraft, validateVariable } from '@logyard/contract/sidecars/variables'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { type DialogForm, FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { orSpace, useDraftCheck } from '../use-draft-check.ts'
import { useSaveVariable } from './variable-changes.ts'

export type RenamedVariable = (before: string, after: string) => void

interface VariableDialogProps {
  /** Without a subject it creates one. */
  readonly dialog: ReturnType<typeof useFormDialog<ConfigurationVariable | undefined>>
  readonly onRenamed?: RenamedVariable | undefined
}

export function VariableDialog({ dialog, onRenamed }: VariableDialogProps) {
  const t = useText()
  const { subject } = dialog
  return (
    <FormDialog
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={
        subject === undefined ? (
          t('sidecars.variables.create')
        ) : (
          <>
            {t('sidecars.variables.edit')} <span translate="no">{placeOf(subject.name)}</span>
          </>
        )
      }
      leaveText={t('ui.form.leave.text')}
    >
      {(form) => <VariableForm key={subject?.id} stored={subject} form={form} onRenamed={onRenamed} />}
    </FormDialog>
  )
}

/** How templates insert it. */
export const placeOf = (name: string): string => `\${user.${name}}`

interface VariableFormProps {
  readonly stored: ConfigurationVariable | undefined
  readonly form: DialogForm
  readonly onRenamed: RenamedVariable | undefined
}

function VariableForm({ stored, form, onRenamed }: VariableFormProps) {
  const t = useText()
  const initial = { name: stored?.name ?? '', description: stored?.description ?? '', content: stored?.content ?? '' }
  const [draft, setDraft] = useState(initial)
  const [isTried, setIsTried] = useState(false)
  const save = useSaveVariable(stored?.id ?? undefined)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useEffect(() => form.onDirty(isDirty), [form.onDirty, isDirty])
  const { errors } = useDraftCheck({
    kind: 'variable',
    draft: [stored?.id, draft],
    check: isDirty
      ? (call, signal) =>
          call(validateVariable, {
            body: { ...draft, id: stored?.id ?? ' ', name: orSpace(draft.name), content: orSpace(draft.content) },
            signal,
          })
      : undefined,
  })
  const isComplete = draft.name !== '' && draft.content !== ''
  const required = (text: string) => (isTried && text === '' ? t('sidecars.required') : undefined)
  const refused = apiFieldErrors(save.error)
  const nameError = required(draft.name) ?? (draft.name === '' ? undefined : (errors['name'] ?? refused?.['name']))
  const contentError = required(draft.content) ?? (draft.content === '' ? undefined : errors['content'])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // The dialog may be above the form of a configuration.
    event.stopPropagation()
    setIsTried(true)
    if (!isComplete || Object.keys(errors).length > 0) return
    const body: VariableDraft = draft
    save.mutate(body, {
      onSuccess(saved) {
        if (stored !== undefined && stored.name !== saved.name) onRenamed?.(stored.name, saved.name)
        form.onSaved()
      },
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('sidecars.name')}
          description={t('sidecars.variables.name.help')}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          translate="no"
          value={draft.name}
          error={nameError}
          onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
        />
        <TextInput
          label={t('sidecars.description')}
          translate="no"
          value={draft.description}
          onChange={({ currentTarget }) => setDraft({ ...draft, description: currentTarget.value })}
        />
        <Textarea
          label={t('sidecars.variables.content')}
          description={t('sidecars.variables.content.help')}
          required
          rows={10}
          spellCheck={false}
          translate="no"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={draft.content}
          error={contentError}
          onChange={({ currentTarget }) => setDraft({ ...draft, content: currentTarget.value })}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={form.onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton label={t('sidecars.variables.save')} isSaving={save.isPending} />
        </Group>
      </Stack>
    </form>
  )
}
