import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import type { UserSummary } from '@logyard/contract/identity/users'
import { Alert, List, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { mayAssignRoles } from '../user-permissions.ts'
import { PreferencesSection } from './preferences-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { RolesField } from './roles-field.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useReportUnsaved } from './unsaved-sections.tsx'
import { type SaveOutcome, useSaveUser } from './use-save-user.ts'
import { emailError, fullNameError, mayUseConsole, onlyErrors } from './user-draft.ts'
import { changedParts, type UserValues, valuesOf, withSaved } from './user-parts.ts'

/** All about a user except the password, saved together. */
export function UserEditForm({ user, id }: { user: UserSummary; id: string }) {
  const t = useText()
  const may = useMay()
  const { form, failed, isDirty, isSaving, submit } = useUserForm(user, id)
  const canAssignRoles = mayAssignRoles(may, user.username) && may(pageAuthzRoles)
  const labels = { full_name: t('users.fullName'), email: t('users.email'), roles: t('users.roles') }
  return (
    <form onSubmit={submit} noValidate aria-label={t('users.edit.title')}>
      {!user.external && <ProfileSection username={user.username} form={form} />}
      <SettingsSection form={form} />
      <PreferencesSection user={user} id={id} form={form} />
      {canAssignRoles && (
        <FormSection title={t('users.roles')}>
          <RolesField
            selected={form.values.roles}
            onChange={(roles) => form.setFieldValue('roles', roles)}
            isBusy={isSaving}
          />
        </FormSection>
      )}
      <Stack gap="md" align="flex-start" my="lg">
        <FormErrors errors={form.errors} labels={labels} />
        <NotSaved failed={failed} />
        <SaveButton label={t('users.save')} isSaving={isSaving} isDisabled={!isDirty} />
      </Stack>
    </form>
  )
}

function useUserForm(user: UserSummary, id: string) {
  const t = useText()
  const save = useSaveUser(user, id)
  const [stored, setStored] = useState(() => valuesOf(user))
  const rolesError = (roles: readonly string[]) =>
    !user.service_account && mayUseConsole(stored.roles) && !mayUseConsole(roles) ? t('users.roles.last') : undefined
  const form = useForm<UserValues>({
    initialValues: stored,
    validateInputOnBlur: ['full_name', 'email'],
    validate: ({ full_name, email, roles }) =>
      onlyErrors({
        ...(user.external ? {} : { full_name: fullNameError(t, full_name), email: emailError(t, email) }),
        roles: rolesError(roles),
      }),
  })
  const parts = changedParts(stored, form.values)
  useReportUnsaved('user', parts.length > 0)
  const submit = form.onSubmit((values) =>
    save.mutate(
      { parts, values },
      {
        onSuccess({ saved, failed }) {
          setStored(withSaved(stored, values, saved))
          form.setErrors(Object.assign({}, ...failed.map(({ error }) => apiFieldErrors(error) ?? {})))
        },
      },
    ),
  )
  return { form, failed: save.data?.failed ?? [], isDirty: parts.length > 0, isSaving: save.isPending, submit }
}

/** The parts that the server rejected in the last attempt. */
function NotSaved({ failed }: Pick<SaveOutcome, 'failed'>) {
  const t = useText()
  if (failed.length === 0) return null
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle />} title={t('users.save.notSaved')}>
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
