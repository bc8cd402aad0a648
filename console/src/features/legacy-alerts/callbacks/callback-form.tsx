import type { AlarmCallback, AlarmCallbackTypes } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { useText } from '../../../base/text/text.tsx'
import { initialConfiguration } from '../../../ui/configured-form/configuration-values.ts'
import { ConfiguredForm } from '../../../ui/configured-form/configured-form.tsx'
import { useConfiguredForm } from '../../../ui/configured-form/use-configured-form.ts'
import { FormDialog, type useFormDialog } from '../../../ui/form/form-dialog.tsx'
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
      <CallbackForm {...subject} onSaved={onSaved} />
    </FormDialog>
  )
}

interface CallbackFormProps extends CallbackSubject {
  readonly onSaved: (() => void) | undefined
}

function CallbackForm({ streamId, typeName, type, callback, onSaved }: CallbackFormProps) {
  const t = useText()
  const { requested_configuration: request } = type
  const save = useSaveCallback(streamId, callback)
  const form = useConfiguredForm({
    request,
    isNew: callback === undefined,
    initial: { title: callback?.title ?? '', configuration: initialConfiguration(request, callback?.configuration) },
    labels: { title: t('legacyAlerts.form.title') },
    titleRequired: t('legacyAlerts.form.titleRequired'),
    failedTitle: t('legacyAlerts.toast.callbackSave.failed.title'),
    save: (draft) => save.mutateAsync({ ...draft, type: typeName }),
    onSaved: () => onSaved?.(),
  })
  return (
    <ConfiguredForm form={form} request={request} title={form.text('title')} label={t('legacyAlerts.callbacks.form')} />
  )
}
