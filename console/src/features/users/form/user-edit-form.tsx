import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import type { UserSummary } from '@logyard/contract/identity/users'
import { Alert, List, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { TimeZoneSelect } from '../../../ui/form/time-zone-select.tsx'
import { type EntityForm as Form, useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { mayAssignRoles, maySetTimeout } from '../user-permissions.ts'
import { PreferencesSection } from './preferences-section.tsx'
import { RolesField } from './roles-field.tsx'
import { SessionTimeoutField } from './session-timeout-field.tsx'
import { type SaveOutcome, useSaveUser } from './use-save-user.ts'
import { emailError, fullNameError, mayUseConsole } from './user-draft.ts'
import { changedParts, type UserValues, valuesOf, withSaved } from './user-parts.ts'

/** All about a user except the password, saved together. */
export function UserEditForm({ user, id }: { user: UserSummary; id: string }) {
  const t = useText()
  const may = useMay()
  const { form, failed } = useUserForm(user, id)
  const canAssignRoles = mayAssignRoles(may, user.username) && may(pageAuthzRoles)
  return (
    <EntityForm form={form} label={t('users.edit.title')} cancelTo={routes.users.show(id)}>
      {!user.external && <ProfileSection username={user.username} form={form} />}
      <FormSection title={t('users.settings')}>
        {maySetTimeout(may) && <SessionTimeoutField {...form.choice('session_timeout_ms')} />}
        <TimeZoneSelect description={t('users.timeZone.help')} {...form.choice('timezone')} />
      </FormSection>
      <PreferencesSection user={user} id={id} form={form} />
      {canAssignRoles && (
        <FormSection title={t('users.roles')}>
          <RolesField {...form.choice('roles')} isBusy={form.isSaving} />
        </FormSection>
      )}
      <NotSaved failed={failed} />
    </EntityForm>
  )
}

function useUserForm(user: UserSummary, id: string) {
  const t = useText()
  const save = useSaveUser(user, id)
  /** The stored values: some parts may be saved while others failed. */
  const [stored, setStored] = useState(() => valuesOf(user))
  const wouldLoseConsole = (roles: readonly string[]) =>
    !user.service_account && mayUseConsole(stored.roles) && !mayUseConsole(roles)
  const form = useEntityForm<UserValues, unknown>({
    isNew: false,
    initial: stored,
    labels: { full_name: t('users.fullName'), email: t('users.email'), roles: t('users.roles') },
    problems: ({ full_name, email, roles }) => ({
      ...(user.external ? {} : { full_name: fullNameError(t, full_name), email: emailError(t, email) }),
      roles: wouldLoseConsole(roles) && t('users.roles.last'),
    }),
    async save(values) {
      const parts = changedParts(stored, values)
      if (parts.length === 0) return
      const { saved, failed } = await save.mutateAsync({ parts, values })
      const next = withSaved(stored, values, saved)
      setStored(next)
      form.store(next)
      const [first] = failed
      if (first !== undefined) throw first.error
    },
  })
  return { form, failed: save.data?.failed ?? [] }
}

function ProfileSection({ username, form }: { username: string; form: Form<UserValues> }) {
  const t = useText()
  return (
    <FormSection title={t('users.profile')}>
      <TextInput label={t('users.username')} description={t('users.username.fixed')} value={username} readOnly />
      <TextInput label={t('users.fullName')} required {...form.text('full_name')} />
      <TextInput label={t('users.email')} type="email" required {...form.text('email')} />
    </FormSection>
  )
}

/** The parts that the server rejected in the last attempt. */
function NotSaved({ failed }: Pick<SaveOutcome, 'failed'>) {
  const t = useText()
  if (failed.length === 0) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('users.save.notSaved')}>
      <List size="sm">
        {failed.map(({ part, error }) => (
          <List.Item key={part}>
            {t(`users.${part}`)}: <span translate="no">{statusText(error)}</span>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
