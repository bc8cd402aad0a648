import type { AuthServiceType } from '@logyard/contract/identity/auth-services'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Stack, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { RolesSelect } from './roles-select.tsx'
import type { ServiceForm } from './service-form.ts'

interface UserStepProps {
  readonly form: ServiceForm
  readonly type: AuthServiceType
  readonly roles: readonly AuthzRole[]
}

export function UserStep({ form, type, roles }: UserStepProps) {
  const t = useText()
  const plain = { required: true, autoComplete: 'off', spellCheck: false }
  return (
    <Stack gap="md">
      <TextInput
        label={t('authentication.searchBase')}
        description={t('authentication.searchBase.help')}
        {...plain}
        {...form.getInputProps('searchBase')}
      />
      <TextInput
        label={t('authentication.searchPattern')}
        description={t(`authentication.searchPattern.help.${type}`)}
        {...plain}
        {...form.getInputProps('searchPattern')}
      />
      <TextInput
        label={t('authentication.nameAttribute')}
        description={t('authentication.nameAttribute.help')}
        {...plain}
        {...form.getInputProps('nameAttribute')}
      />
      <TextInput
        label={t('authentication.fullNameAttribute')}
        {...plain}
        {...form.getInputProps('fullNameAttribute')}
      />
      {type === 'ldap' && (
        <TextInput
          label={t('authentication.idAttribute')}
          description={t('authentication.idAttribute.help')}
          {...plain}
          {...form.getInputProps('idAttribute')}
        />
      )}
      <RolesSelect
        label={t('authentication.defaultRoles')}
        description={t('authentication.defaultRoles.help')}
        required
        roles={roles}
        value={form.values.defaultRoles}
        onChange={(ids) => form.setFieldValue('defaultRoles', ids)}
        error={form.errors['defaultRoles']}
      />
    </Stack>
  )
}
