import type { InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { FormDialog, useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { HowToSendDialog } from '../how-to-send-dialog.tsx'
import { InputForm } from './input-form.tsx'

export interface InputSubject {
  readonly type: InputTypeInfo
  /** Absent for a new input. */
  readonly input?: InputSummary
  /** The setting to begin with. */
  readonly focus?: 'port' | 'address'
}

type InputDialogProps = Omit<ReturnType<typeof useFormDialog<InputSubject>>, 'open'>

/** The form to create or edit an input. A new input that runs is followed by how to send to it. */
export function InputDialog({ subject, ...dialog }: InputDialogProps) {
  const t = useText()
  const rich = useRichText()
  const sending = useFormDialog<string>()
  if (subject === undefined) return null
  const { type, input, focus } = subject
  return (
    <>
      <FormDialog
        {...dialog}
        title={
          input === undefined
            ? rich('inputs.form.launch', { name: <span translate="no">{type.name}</span> })
            : rich('inputs.form.edit', { title: <span translate="no">{input.title}</span> })
        }
        leaveText={t('inputs.form.leave')}
      >
        <InputForm type={type} input={input} focus={focus} onRunning={sending.open} />
      </FormDialog>
      <HowToSendDialog {...sending} />
    </>
  )
}
