import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { Checkbox, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { TimeZoneSelect } from '../../../ui/form/time-zone-select.tsx'
import { RoleBadges } from '../role-badges.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RolesField } from './roles-field.tsx'
import { SessionTimeoutField } from './session-timeout-field.tsx'

export interface NewUserDraft {
  readonly username: string
  readonly full_name: string
  readonly email: string
  readonly session_timeout_ms: number
  readonly timezone: string
  readonly service_account: boolean
  readonly roles: readonly string[]
  readonly password: string
  readonly repeat: string
}

export function NewUserFields({ form }: { form: UseFormReturnType<NewUserDraft> }) {
  const t = useText()
  const { service_account, session_timeout_ms, timezone } = form.values
  return (
    <>
      <FormSection title={t('users.profile')}>
        <TextInput
          label={t('users.username')}
          description={t('users.username.help')}
          required
          autoFocus
          autoComplete="off"
          {...form.getInputProps('username')}
        />
        <TextInput label={t('users.fullName')} required autoComplete="off" {...form.getInputProps('full_name')} />
        <TextInput label={t('users.email')} type="email" required autoComplete="off" {...form.getInputProps('email')} />
        <Checkbox
          label={t('users.serviceAccount')}
          description={t('users.serviceAccount.help')}
          {...form.getInputProps('service_account', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title={t('users.settings')}>
        <SessionTimeoutField
          valueMs={session_timeout_ms}
          onChange={(next) => form.setFieldValue('session_timeout_ms', next)}
        />
        <TimeZoneSelect
          description={t('users.timeZone.help')}
          value={timezone}
          onChange={(next) => form.setFieldValue('timezone', next)}
        />
      </FormSection>
      <FormSection title={t('users.roles')} description={service_account ? undefined : t('users.roles.needed')}>
        <NewUserRoles form={form} />
      </FormSection>
      <FormSection title={t('users.password')}>
        <NewPasswordFields
          label={t('users.password')}
          password={form.getInputProps('password')}
          repeat={form.getInputProps('repeat')}
        />
      </FormSection>
    </>
  )
}

/** Without permission to read roles, the new user gets the default role, which the console requires. */
function NewUserRoles({ form }: { form: UseFormReturnType<NewUserDraft> }) {
  const t = useText()
  const { roles } = form.values
  const error = form.errors['roles']
  if (!useMay()(pageAuthzRoles)) {
    return (
      <>
        <RoleBadges names={roles} />
        <Text size="sm" c="dimmed">
          {t('users.roles.fixed')}
        </Text>
      </>
    )
  }
  return (
    <RolesField
      selected={roles}
      onChange={(next) => form.setFieldValue('roles', next)}
      error={typeof error === 'string' ? error : undefined}
    />
  )
}
