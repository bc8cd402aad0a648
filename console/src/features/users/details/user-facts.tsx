import type { UserSummary } from '@logyard/contract/identity/users'
import { useMantineColorScheme } from '@mantine/core'
import { useCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { themeModeOf } from '../../../base/theme/color-scheme.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { splitDuration } from '../../../ui/time/duration.ts'
import { Instant } from '../../../ui/time/instant.tsx'
import { AccountStatus } from '../account-status.tsx'
import { NEVER_MS } from '../form/session-timeout-field.tsx'
import { ThemeMode } from '../form/theme-mode.tsx'
import { SWITCH_NAMES, switchesOf } from '../form/user-preferences.ts'

export function ProfileFacts({ user }: { user: UserSummary }) {
  const t = useText()
  const activity = user.last_activity === null ? undefined : <Instant instant={user.last_activity} />
  return (
    <FormSection title={t('users.profile')}>
      <DefinitionList
        items={[
          { label: t('users.username'), value: user.username },
          { label: t('users.fullName'), value: user.full_name },
          { label: t('users.email'), value: user.email },
          { label: t('users.clientAddress'), value: user.client_address },
          { label: t('users.lastActivity'), value: activity },
          { label: t('users.loggedIn'), value: user.session_active },
          { label: t('users.account'), value: <AccountStatus status={user.account_status} /> },
          { label: t('users.serviceAccount'), value: user.service_account },
        ]}
      />
    </FormSection>
  )
}

export function SettingFacts({ user }: { user: UserSummary }) {
  const t = useText()
  return (
    <FormSection title={t('users.settings')}>
      <DefinitionList
        items={[
          { label: t('users.sessionTimeout'), value: <Timeout valueMs={user.session_timeout_ms} /> },
          { label: t('ui.timeZone'), value: user.timezone },
        ]}
      />
    </FormSection>
  )
}

function Timeout({ valueMs }: { valueMs: number | null }) {
  const t = useText()
  if (valueMs === null) return '-'
  if (valueMs === NEVER_MS) return <span>{t('users.sessionTimeout.never')}</span>
  const { amount, unit } = splitDuration(valueMs)
  return <span>{t(`users.duration.${unit}`, { amount })}</span>
}

export function PreferenceFacts({ user }: { user: UserSummary }) {
  const t = useText()
  const self = useCurrentUser()
  const { colorScheme } = useMantineColorScheme()
  const switches = switchesOf(user.preferences)
  // The administrator from the configuration has no stored preferences; only the browser knows the theme.
  const inBrowser =
    user.read_only && self.id === user.id && colorScheme !== 'auto' ? themeModeOf(colorScheme) : undefined
  return (
    <FormSection title={t('users.preferences')}>
      <DefinitionList
        items={[
          ...SWITCH_NAMES.map((name) => ({ label: t(`users.preferences.${name}`), value: switches[name] })),
          { label: t('users.theme'), value: <ThemeMode mode={inBrowser ?? user.preferences?.['themeMode']} /> },
        ]}
      />
    </FormSection>
  )
}
