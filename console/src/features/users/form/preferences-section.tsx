import type { UserSummary } from '@logyard/contract/identity/users'
import { Button, Checkbox, Group, Input, Stack, Text, Tooltip } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useCurrentUser } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { useResetStartPage } from '../user-actions.ts'
import { ThemeMode } from './theme-mode.tsx'
import type { UserValues } from './user-parts.ts'
import { SWITCH_NAMES } from './user-preferences.ts'

interface PreferencesSectionProps {
  readonly user: UserSummary
  readonly id: string
  readonly form: UseFormReturnType<UserValues>
}

export function PreferencesSection({ user, id, form }: PreferencesSectionProps) {
  const t = useText()
  const self = useCurrentUser()
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
            {...form.getInputProps(`switches.${name}`, { type: 'checkbox' })}
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
  const rich = useRichText()
  const confirm = useConfirm()
  const reset = useResetStartPage()
  const hasNone = user.startpage === null
  async function ask() {
    const confirmed = await confirm({
      title: t('users.startPage.title'),
      text: rich('users.startPage.text', { name: <DataName>{user.full_name}</DataName> }),
      confirmLabel: t('users.startPage.reset'),
    })
    if (confirmed) reset.mutate({ ...user, id })
  }
  const button = (
    <Button
      size="xs"
      variant="default"
      {...(hasNone ? { 'data-disabled': true } : {})}
      aria-disabled={hasNone}
      loading={reset.isPending}
      onClick={() => (hasNone ? undefined : ask())}
    >
      {t('users.startPage.reset')}
    </Button>
  )
  return <Group>{hasNone ? <Tooltip label={t('users.startPage.none')}>{button}</Tooltip> : button}</Group>
}
