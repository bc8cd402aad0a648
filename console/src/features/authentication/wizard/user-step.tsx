import type { AuthServiceType } from '@logyard/contract/identity/auth-services'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { OwnFields } from '../../../ui/fields/own-fields.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { RolesSelect } from '../roles-select.tsx'
import type { ServiceValues } from './service-values.ts'

export const userFields = (type: AuthServiceType): readonly OwnField<'text'>[] => [
  {
    kind: 'text',
    name: 'user_search_base',
    label: 'authentication.searchBase',
    help: 'authentication.searchBase.help',
  },
  {
    kind: 'text',
    name: 'user_search_pattern',
    label: 'authentication.searchPattern',
    help: `authentication.searchPattern.help.${type}`,
  },
  {
    kind: 'text',
    name: 'user_name_attribute',
    label: 'authentication.nameAttribute',
    help: 'authentication.nameAttribute.help',
  },
  { kind: 'text', name: 'user_full_name_attribute', label: 'authentication.fullNameAttribute' },
  ...(type === 'ldap' ? [ID_ATTRIBUTE] : []),
]

const ID_ATTRIBUTE: OwnField<'text'> = {
  kind: 'text',
  name: 'user_unique_id_attribute',
  label: 'authentication.idAttribute',
  help: 'authentication.idAttribute.help',
}

interface UserStepProps {
  readonly form: EntityForm<ServiceValues>
  readonly type: AuthServiceType
  readonly roles: readonly AuthzRole[]
}

export function UserStep({ form, type, roles }: UserStepProps) {
  const t = useText()
  return (
    <Stack gap="md">
      <OwnFields fields={userFields(type)} {...form.group()} />
      <RolesSelect
        label={t('authentication.defaultRoles')}
        description={t('authentication.defaultRoles.help')}
        required
        roles={roles}
        {...form.choice('default_roles')}
      />
    </Stack>
  )
}
