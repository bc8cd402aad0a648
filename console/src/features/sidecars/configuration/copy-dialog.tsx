import type { ValidationResult } from '@logyard/contract/http/envelope'
import { TextInput } from '@mantine/core'
import type { Call } from '../../../api/api-client.ts'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useCheckFailed } from '../use-check-failed.ts'

interface Named {
  readonly id: string
  readonly name: string
}

interface CopyProps<Subject extends Named> {
  readonly kind: 'collector' | 'configuration'
  readonly check: (call: Call, name: string, subject: Subject, signal: AbortSignal) => Promise<ValidationResult>
  readonly copy: (named: Named) => Promise<unknown>
}

interface CopyDialogProps<Subject extends Named> extends CopyProps<Subject> {
  readonly dialog: ReturnType<typeof useFormDialog<Subject>>
  readonly title: string
}

/** Asks for the name of a copy. */
export function CopyDialog<Subject extends Named>({ dialog, title, ...props }: CopyDialogProps<Subject>) {
  const { subject, isOpen, close } = dialog
  if (subject === undefined) return null
  const heading = (
    <>
      {title} <span translate="no">{subject.name}</span>
    </>
  )
  return (
    <FormDialog isOpen={isOpen} close={close} title={heading}>
      <CopyForm subject={subject} {...props} />
    </FormDialog>
  )
}

interface CopyFormProps<Subject extends Named> extends CopyProps<Subject> {
  readonly subject: Subject
}

function CopyForm<Subject extends Named>({ subject, kind, check, copy }: CopyFormProps<Subject>) {
  const t = useText()
  const form = useEntityForm({
    isNew: true,
    initial: { name: '' },
    labels: {},
    problems: ({ name }) => ({ name: name === '' && t('sidecars.required') }),
    check: {
      key: [kind, subject.id],
      run: (call, { name }, signal) => check(call, name, subject, signal),
      failed: useCheckFailed(`sidecars.toast.checkFailed.${kind}`),
    },
    save: ({ name }) => copy({ id: subject.id, name }),
  })
  return (
    <EntityForm form={form} saveLabel={t('sidecars.clone')}>
      <TextInput
        label={t('sidecars.name')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        translate="no"
        {...form.text('name')}
      />
    </EntityForm>
  )
}
