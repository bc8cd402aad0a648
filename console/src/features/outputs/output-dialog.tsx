import type { AvailableOutput, OutputSummary } from '@logyard/contract/outputs/outputs'
import { useRichText, useText } from '../../base/text/text.tsx'
import { FormDialog, type useFormDialog } from '../../ui/form/form-dialog.tsx'
import { OutputForm } from './output-form.tsx'

export interface OutputSubject {
  readonly type: AvailableOutput
  /** Absent for a new output. */
  readonly output?: OutputSummary
}

interface OutputDialogProps extends Omit<ReturnType<typeof useFormDialog<OutputSubject>>, 'open'> {
  readonly streamId?: string | undefined
}

/** The form to create or edit an output. */
export function OutputDialog({ subject, streamId, ...dialog }: OutputDialogProps) {
  const t = useText()
  const rich = useRichText()
  if (subject === undefined) return null
  const { type, output } = subject
  return (
    <FormDialog
      {...dialog}
      title={
        output === undefined
          ? t('outputs.form.create')
          : rich('outputs.form.edit', { title: <span translate="no">{output.title}</span> })
      }
      leaveText={t('outputs.form.leave')}
    >
      <OutputForm type={type} output={output} streamId={streamId} />
    </FormDialog>
  )
}
