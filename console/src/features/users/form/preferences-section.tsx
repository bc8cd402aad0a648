import type { UserSummary } from '@logyard/contract/identity/users'
import { Button, Checkbox, Group, Input, Stack, Text, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useSavePreferences } from '../../../base/preferences/preferences.ts'
import { useCurrentUser } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { DataName } from '../data-name.tsx'
import { useResetStartPage } from '../user-actions.ts'
import { USERS_KEY } from '../user-queries.ts'
import { SectionForm } from './section-form.tsx'
import { ThemeMode } from './theme-mode.tsx'
import { useReportUnsaved } from './unsaved-sections.tsx'
import { SWITCH_NAMES, switchesOf } from './user-preferences.ts'

export function PreferencesSection({ user, id }: { user: UserSummary; id: string }) {
  const t = useText()
  const self = useCurrentUser()
  const client = useQueryClient()
  const save = useSavePreferences()
  // The shell has the current user's latest preferences, because its theme switch also saves them.
  const stored = self.id === id ? self.preferences : user.preferences
  const form = useForm({ initialValues: switchesOf(stored) })
  useReportUnsaved('preferences', form.isDirty())
  const submit = form.onSubmit((switches) =>
    save.mutate(
      { username: user.username, preferences: { ...stored, ...switches } },
      {
        onSuccess: () => {
          form.resetDirty(switches)
          return client.invalidateQueries({ queryKey: USERS_KEY })
        },
      },
    ),
  )
  return (
    <SectionForm
      title={t('users.preferences')}
      action={<ResetStartPage user={user} id={id} />}
      onSubmit={submit}
      saveLabel={t('users.preferences.update')}
      isSaving={save.isPending}
      isDirty={form.isDirty()}
      errors={form.errors}
      labels={{}}
    >
      <Stack gap="sm">
        {SWITCH_NAMES.map((name) => (
          <Checkbox
            key={name}
            label={t(`users.preferences.${name}`)}
            description={t(`users.preferences.${name}.help`)}
            {...form.getInputProps(name, { type: 'checkbox' })}
          />
        ))}
      </Stack>
      <Input.Wrapper label={t('users.theme')} description={t('users.theme.help')} labelElement="div">
        <Text size="sm" mt={4}>
          <ThemeMode mode={stored?.['themeMode']} />
        </Text>
      </Input.Wrapper>
    </SectionForm>
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
