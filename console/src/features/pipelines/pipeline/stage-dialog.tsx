import { useText } from '../../../base/text/text.tsx'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { StageForm, type StageSubject } from './stage-form.tsx'

type StageDialogProps = Omit<ReturnType<typeof useFormDialog<StageSubject>>, 'open'>

export function StageDialog({ subject, ...dialog }: StageDialogProps) {
  const t = useText()
  if (subject === undefined) return null
  const { stage, isNew } = subject
  return (
    <FormDialog
      {...dialog}
      title={t(isNew ? 'pipelines.stage.addOf' : 'pipelines.stage.edit', { number: stage.stage })}
      leaveText={t('ui.form.leave.text')}
    >
      {(form) => <StageForm subject={subject} {...form} />}
    </FormDialog>
  )
}
