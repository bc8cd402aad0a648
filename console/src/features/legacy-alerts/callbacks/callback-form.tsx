import type { AlarmCallback, AlarmCallbackTypes } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { useText } from '../../../base/text/text.tsx'
import { initialConfiguration } from '../../../ui/configured-form/configuration-values.ts'
import { ConfiguredForm } from '../../../ui/configured-form/configured-form.tsx'
import { useConfiguredForm } from '../../../ui/configured-form/use-configured-form.ts'
import { type DialogForm, FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { useSaveCallback } from '../legacy-changes.ts'

export interface CallbackSubject {
  readonly streamId: string
  readonly typeName: string
  readonly type: AlarmCallbackTypes['types'][string]
  /** Absent for a new one. */
  readonly callback?: AlarmCallback
}

interface CallbackDialogProps extends Omit<ReturnType<typeof useFormDialog<CallbackSubject>>, 'open'> {
  readonly onSaved?: () => void
}

/** The form to create or edit the notification of a stream. */
export function CallbackDialog({ subject, onSaved, ...dialog }: CallbackDialogProps) {
  const t = useText()
  if (subject === undefined) return null
  return (
    <FormDialog
      {...dialog}
      title={t(subject.callback === undefined ? 'legacyAlerts.callbacks.add' : 'legacyAlerts.callbacks.edit')}
      leaveText={t('legacyAlerts.leave')}
    >
      {(form) => <CallbackForm {...subject} {...form} onStored={onSaved} />}
    </FormDialog>
  )
}

interface CallbackFormProps extends CallbackSubject, DialogForm {
  readonly onStored: (() => void) | undefined
}

function CallbackForm(props: CallbackFormProps) {
  const { streamId, typeName, type, callback, onDirty, onSaved, onCancel, onStored } = props
  const t = useText()
  const { requested_configuration: request } = type
  const save = useSaveCallback(streamId, callback)
  const { form, fields, toSend, refused } = useConfiguredForm({
    request,
    initialValues: {
      title: callback?.title ?? '',
      configuration: initialConfiguration(request, callback?.configuration),
    },
    titleRequired: t('legacyAlerts.form.titleRequired'),
    onDirty,
  })
  const submit = form.onSubmit(async (values) => {
    try {
      await save.mutateAsync({ ...toSend(values), type: typeName })
      onSaved()
      onStored?.()
    } catch (cause) {
      refused(cause)
    }
  })
  return (
    <ConfiguredForm
      label={t('legacyAlerts.callbacks.form')}
      title={{ label: t('legacyAlerts.form.title'), description: undefined }}
      fields={fields}
      failure={{ title: t('legacyAlerts.toast.callbackSave.failed.title'), error: save.error }}
      save={{ label: t('legacyAlerts.save'), isSaving: save.isPending }}
      onSubmit={submit}
      onCancel={onCancel}
    />
  )
}
