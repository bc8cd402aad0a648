import type { AlertCondition, AlertConditionType } from '@logyard/contract/legacy-alerts/alert-conditions'
import { useText } from '../../../base/text/text.tsx'
import { initialConfiguration } from '../../../ui/configured-form/configuration-values.ts'
import { ConfiguredForm } from '../../../ui/configured-form/configured-form.tsx'
import { useConfiguredForm } from '../../../ui/configured-form/use-configured-form.ts'
import { type DialogForm, FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
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
      {(form) => <ConditionForm {...subject} {...form} onStored={onSaved} />}
    </FormDialog>
  )
}

interface ConditionFormProps extends ConditionSubject, DialogForm {
  readonly onStored: ((streamId: string, conditionId: string) => void) | undefined
}

function ConditionForm({ streamId, type, condition, onDirty, onSaved, onCancel, onStored }: ConditionFormProps) {
  const t = useText()
  const { requested_configuration: request } = type
  const save = useSaveCondition(streamId, condition)
  const { form, fields, toSend, refused } = useConfiguredForm({
    request,
    initialValues: {
      title: condition?.title ?? '',
      configuration: initialConfiguration(request, condition?.parameters),
    },
    titleRequired: t('legacyAlerts.form.titleRequired'),
    onDirty,
  })
  const submit = form.onSubmit(async (values) => {
    const { title, configuration } = toSend(values)
    try {
      const id = await save.mutateAsync({ type: type.type, title, parameters: configuration })
      onSaved()
      onStored?.(streamId, id)
    } catch (cause) {
      refused(cause)
    }
  })
  return (
    <ConfiguredForm
      label={t('legacyAlerts.conditions.form')}
      title={{ label: t('legacyAlerts.form.title'), description: type.human_name }}
      fields={fields}
      failure={{ title: t('legacyAlerts.toast.conditionSave.failed.title'), error: save.error }}
      save={{ label: t('legacyAlerts.save'), isSaving: save.isPending }}
      onSubmit={submit}
      onCancel={onCancel}
    />
  )
}
