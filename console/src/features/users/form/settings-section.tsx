import type { UseFormReturnType } from '@mantine/form'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { TimeZoneSelect } from '../../../ui/form/time-zone-select.tsx'
import { maySetTimeout } from '../user-permissions.ts'
import { SessionTimeoutField } from './session-timeout-field.tsx'
import type { UserValues } from './user-parts.ts'

export function SettingsSection({ form }: { form: UseFormReturnType<UserValues> }) {
  const t = useText()
  const canSetTimeout = maySetTimeout(useMay())
  return (
    <FormSection title={t('users.settings')}>
      {canSetTimeout && (
        <SessionTimeoutField
          valueMs={form.values.session_timeout_ms}
          onChange={(next) => form.setFieldValue('session_timeout_ms', next)}
        />
      )}
      <TimeZoneSelect
        description={t('users.timeZone.help')}
        value={form.values.timezone}
        onChange={(next) => form.setFieldValue('timezone', next)}
      />
    </FormSection>
  )
}
