import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { Checkbox, TextInput } from '@mantine/core'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { TimeZoneSelect } from '../../../ui/form/time-zone-select.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
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

export function NewUserFields({ form }: { form: EntityForm<NewUserDraft> }) {
  const t = useText()
  return (
    <>
      <FormSection title={t('users.profile')}>
        <TextInput
          label={t('users.username')}
          description={t('users.username.help')}
          required
          autoFocus
          autoComplete="off"
          {...form.text('username')}
        />
        <TextInput label={t('users.fullName')} required autoComplete="off" {...form.text('full_name')} />
        <TextInput label={t('users.email')} type="email" required autoComplete="off" {...form.text('email')} />
        <Checkbox
          label={t('users.serviceAccount')}
          description={t('users.serviceAccount.help')}
          {...form.flag('service_account')}
        />
      </FormSection>
      <FormSection title={t('users.settings')}>
        <SessionTimeoutField {...form.choice('session_timeout_ms')} />
        <TimeZoneSelect description={t('users.timeZone.help')} {...form.choice('timezone')} />
      </FormSection>
      <FormSection
        title={t('users.roles')}
        description={form.values.service_account ? undefined : t('users.roles.needed')}
      >
        <NewUserRoles form={form} />
      </FormSection>
      <FormSection title={t('users.password')}>
        <NewPasswordFields label={t('users.password')} form={form} />
      </FormSection>
    </>
  )
}

/** Without permission to read roles, the new user gets the default role, which the console requires. */
function NewUserRoles({ form }: { form: EntityForm<NewUserDraft> }) {
  const t = useText()
  if (useMay()(pageAuthzRoles)) return <RolesField {...form.choice('roles')} />
  return (
    <>
      <RoleBadges names={form.values.roles} />
      <Dimmed>{t('users.roles.fixed')}</Dimmed>
    </>
  )
}
