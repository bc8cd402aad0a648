import type { AuthServiceType } from '@logyard/contract/identity/auth-services'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { FormFields } from '../form-fields.tsx'
import { RolesSelect } from './roles-select.tsx'
import type { ServiceForm } from './service-form.ts'

export const userFields = (type: AuthServiceType): readonly OwnField<'text'>[] => [
  {
    kind: 'text',
    name: 'searchBase',
    label: 'authentication.searchBase',
    help: 'authentication.searchBase.help',
  },
  {
    kind: 'text',
    name: 'searchPattern',
    label: 'authentication.searchPattern',
    help: `authentication.searchPattern.help.${type}`,
  },
  {
    kind: 'text',
    name: 'nameAttribute',
    label: 'authentication.nameAttribute',
    help: 'authentication.nameAttribute.help',
  },
  { kind: 'text', name: 'fullNameAttribute', label: 'authentication.fullNameAttribute' },
  ...(type === 'ldap' ? [ID_ATTRIBUTE] : []),
]

const ID_ATTRIBUTE: OwnField<'text'> = {
  kind: 'text',
  name: 'idAttribute',
  label: 'authentication.idAttribute',
  help: 'authentication.idAttribute.help',
}

interface UserStepProps {
  readonly form: ServiceForm
  readonly type: AuthServiceType
  readonly roles: readonly AuthzRole[]
}

export function UserStep({ form, type, roles }: UserStepProps) {
  const t = useText()
  return (
    <Stack gap="md">
      <FormFields form={form} fields={userFields(type)} />
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
