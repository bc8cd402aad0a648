import type { ValidationResult } from '@logyard/contract/http/envelope'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import type { Call } from '../../../api/api-client.ts'
import { useText } from '../../../base/text/text.tsx'
import { type DialogForm, FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useDraftCheck } from '../use-draft-check.ts'

interface Named {
  readonly id: string
  readonly name: string
}

interface CopyProps<Subject extends Named> {
  readonly kind: 'collector' | 'configuration'
  readonly check: (name: string, subject: Subject) => (call: Call, signal: AbortSignal) => Promise<ValidationResult>
  readonly copy: UseMutationResult<unknown, Error, { readonly id: string; readonly name: string }>
}

interface CopyDialogProps<Subject extends Named> extends CopyProps<Subject> {
  readonly dialog: ReturnType<typeof useFormDialog<Subject>>
  readonly title: string
}

/** Asks for the name of a copy. */
export function CopyDialog<Subject extends Named>({ dialog, title, ...props }: CopyDialogProps<Subject>) {
  const t = useText()
  const { subject } = dialog
  return (
    <FormDialog
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={
        <>
          {title} <span translate="no">{subject?.name}</span>
        </>
      }
      leaveText={t('ui.form.leave.text')}
    >
      {(form) => subject !== undefined && <CopyForm key={subject.id} subject={subject} form={form} {...props} />}
    </FormDialog>
  )
}

function CopyForm<Subject extends Named>({
  subject,
  form,
  kind,
  check,
  copy,
}: CopyProps<Subject> & { subject: Subject; form: DialogForm }) {
  const t = useText()
  const [name, setName] = useState('')
  const { onDirty } = form
  useEffect(() => onDirty(name !== ''), [onDirty, name])
  const { errors, isSettled } = useDraftCheck({
    kind,
    draft: [subject.id, name],
    check: name === '' ? undefined : check(name, subject),
  })
  const error = name === '' ? undefined : errors['name']
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    copy.mutate({ id: subject.id, name }, { onSuccess: form.onSaved })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('sidecars.name')}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          translate="no"
          value={name}
          error={error}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={form.onCancel}>
            {t('ui.cancel')}
          </Button>
          <SaveButton
            label={t('sidecars.clone')}
            isSaving={copy.isPending}
            isDisabled={name === '' || error !== undefined || !isSettled}
          />
        </Group>
      </Stack>
    </form>
  )
}
