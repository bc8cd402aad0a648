import type { AlertCondition, AlertConditionType } from '@logyard/contract/legacy-alerts/alert-conditions'
import { useText } from '../../../base/text/text.tsx'
import { initialConfiguration } from '../../../ui/configured-form/configuration-values.ts'
import { ConfiguredForm } from '../../../ui/configured-form/configured-form.tsx'
import { useConfiguredForm } from '../../../ui/configured-form/use-configured-form.ts'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useSaveCondition } from '../legacy-changes.ts'

export interface ConditionSubject {
  readonly streamId: string
  readonly type: AlertConditionType
  /** Absent for a new one. */
  readonly condition?: AlertCondition
}

interface ConditionDialogProps extends Omit<ReturnType<typeof useFormDialog<ConditionSubject>>, 'open'> {
  readonly onSaved?: (streamId: string, conditionId: string) => void
}

/** The form to create or edit a condition. */
export function ConditionDialog({ subject, onSaved, ...dialog }: ConditionDialogProps) {
  const t = useText()
  if (subject === undefined) return null
  return (
    <FormDialog
      {...dialog}
      title={t(subject.condition === undefined ? 'legacyAlerts.conditions.add' : 'legacyAlerts.conditions.edit')}
      leaveText={t('legacyAlerts.leave')}
    >
      <ConditionForm {...subject} onSaved={onSaved} />
    </FormDialog>
  )
}

interface ConditionFormProps extends ConditionSubject {
  readonly onSaved: ((streamId: string, conditionId: string) => void) | undefined
}

function ConditionForm({ streamId, type, condition, onSaved }: ConditionFormProps) {
  const t = useText()
  const { requested_configuration: request } = type
  const save = useSaveCondition(streamId, condition)
  const form = useConfiguredForm({
    request,
    isNew: condition === undefined,
    initial: { title: condition?.title ?? '', configuration: initialConfiguration(request, condition?.parameters) },
    labels: { title: t('legacyAlerts.form.title') },
    titleRequired: t('legacyAlerts.form.titleRequired'),
    failedTitle: t('legacyAlerts.toast.conditionSave.failed.title'),
    save: ({ title, configuration }) => save.mutateAsync({ type: type.type, title, parameters: configuration }),
    onSaved: (id) => onSaved?.(streamId, id),
  })
  return (
    <ConfiguredForm
      form={form}
      request={request}
      label={t('legacyAlerts.conditions.form')}
      title={{ description: type.human_name, ...form.text('title') }}
    />
  )
}
