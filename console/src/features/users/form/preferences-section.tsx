import type { UserSummary } from '@logyard/contract/identity/users'
import { Checkbox, Group, Input, Stack, Text } from '@mantine/core'
import { useCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { useResetStartPage } from '../user-actions.ts'
import { ThemeMode } from './theme-mode.tsx'
import type { UserValues } from './user-parts.ts'
import { SWITCH_NAMES } from './user-preferences.ts'

interface PreferencesSectionProps {
  readonly user: UserSummary
  readonly id: string
  readonly form: EntityForm<UserValues>
}

export function PreferencesSection({ user, id, form }: PreferencesSectionProps) {
  const t = useText()
  const self = useCurrentUser()
  const { switches } = form.values
  // The shell has the current user's latest theme, because its theme switch saves it.
  const stored = self.id === id ? self.preferences : user.preferences
  return (
    <FormSection title={t('users.preferences')} action={<ResetStartPage user={user} id={id} />}>
      <Stack gap="sm">
        {SWITCH_NAMES.map((name) => (
          <Checkbox
            key={name}
            label={t(`users.preferences.${name}`)}
            description={t(`users.preferences.${name}.help`)}
            checked={switches[name]}
            onChange={(event) => form.change({ switches: { ...switches, [name]: event.currentTarget.checked } })}
          />
        ))}
      </Stack>
      <Input.Wrapper label={t('users.theme')} description={t('users.theme.help')} labelElement="div">
        <Text size="sm" mt={4}>
          <ThemeMode mode={stored?.['themeMode']} />
        </Text>
      </Input.Wrapper>
    </FormSection>
  )
}

function ResetStartPage({ user, id }: { user: UserSummary; id: string }) {
  const t = useText()
  const reset = useResetStartPage(id, user)
  return (
    <Group>
      <ExplainedButton
        size="xs"
        variant="default"
        disabledBecause={user.startpage === null ? t('users.startPage.none') : undefined}
        loading={reset.isPending}
        onClick={() => reset(undefined)}
      >
        {t('users.startPage.reset')}
      </ExplainedButton>
    </Group>
  )
}
