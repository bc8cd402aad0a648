import type { ValidationResult } from '@logyard/contract/http/envelope'
import type { Call } from '../../../api/api-client.ts'
import { useText } from '../../../base/text/text.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { FieldsDialog } from '../../../ui/fields/fields-dialog.tsx'
import type { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useCheckFailed } from '../use-check-failed.ts'

export interface Named {
  readonly id: string
  readonly name: string
}

export interface CopyDialogProps<Subject extends Named> {
  readonly dialog: ReturnType<typeof useFormDialog<Subject>>
  readonly kind: 'collectors' | 'configurations'
  readonly check: (call: Call, name: string, subject: Subject, signal: AbortSignal) => Promise<ValidationResult>
  readonly copy: (named: Named) => Promise<unknown>
}

const FIELDS: readonly OwnField<'text'>[] = [{ kind: 'text', name: 'name', label: 'sidecars.name' }]

/** Asks for the name of a copy. */
export function CopyDialog<Subject extends Named>({ dialog, kind, check, copy }: CopyDialogProps<Subject>) {
  const t = useText()
  const { subject, isOpen, close } = dialog
  const failed = useCheckFailed(`sidecars.toast.checkFailed.${kind === 'collectors' ? 'collector' : 'configuration'}`)
  if (subject === undefined) return null
  const { id } = subject
  return (
    <FieldsDialog
      isOpen={isOpen}
      close={close}
      title={t(`sidecars.${kind}.copy`)}
      subject={subject.name}
      fields={FIELDS}
      isNew
      initial={{ name: '' }}
      check={{ key: [kind, id], run: (call, { name }, signal) => check(call, name, subject, signal), failed }}
      save={({ name }) => copy({ id, name })}
    />
  )
}
