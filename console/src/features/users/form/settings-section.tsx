import type { UserSummary } from '@logyard/contract/identity/users'
import { useForm } from '@mantine/form'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useUpdateUser } from '../user-actions.ts'
import { maySetTimeout } from '../user-permissions.ts'
import { SectionForm } from './section-form.tsx'
import { NEW_USER_TIMEOUT_MS, SessionTimeoutField } from './session-timeout-field.tsx'
import { TimeZoneSelect } from './time-zone-select.tsx'
import { useReportUnsaved } from './unsaved-sections.tsx'

export function SettingsSection({ user, id }: { user: UserSummary; id: string }) {
  const t = useText()
  const canSetTimeout = maySetTimeout(useMay())
  const update = useUpdateUser()
  const form = useForm({
    initialValues: {
      session_timeout_ms: user.session_timeout_ms ?? NEW_USER_TIMEOUT_MS,
      timezone: user.timezone ?? '',
    },
  })
  useReportUnsaved('settings', form.isDirty())
  const submit = form.onSubmit((values) => {
    const timezone = values.timezone === '' ? null : values.timezone
    const change = canSetTimeout ? { session_timeout_ms: values.session_timeout_ms, timezone } : { timezone }
    update.mutate({ user: { ...user, id }, change }, { onSuccess: () => form.resetDirty(values) })
  })
  return (
    <SectionForm
      title={t('users.settings')}
      onSubmit={submit}
      saveLabel={t('users.settings.update')}
      isSaving={update.isPending}
      isDirty={form.isDirty()}
      errors={form.errors}
      labels={{}}
    >
      {canSetTimeout && (
        <SessionTimeoutField
          valueMs={form.values.session_timeout_ms}
          onChange={(next) => form.setFieldValue('session_timeout_ms', next)}
        />
      )}
      <TimeZoneSelect value={form.values.timezone} onChange={(next) => form.setFieldValue('timezone', next)} />
    </SectionForm>
  )
}
