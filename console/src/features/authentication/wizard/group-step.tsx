import type { AuthServiceType } from '@logyard/contract/identity/auth-services'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Fieldset, Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { FormFields } from '../form-fields.tsx'
import { RoleRows } from './role-rows.tsx'
import type { ServiceForm } from './service-form.ts'

interface GroupStepProps {
  readonly form: ServiceForm
  readonly type: AuthServiceType
  readonly roles: readonly AuthzRole[]
}

const groupFields = (type: AuthServiceType, isBaseNeeded: boolean): readonly OwnField<'text'>[] => [
  {
    kind: 'text',
    name: 'groupBase',
    label: 'authentication.groups.base',
    help: 'authentication.groups.base.help',
    is_optional: !isBaseNeeded,
  },
  {
    kind: 'text',
    name: 'groupPattern',
    label: 'authentication.groups.pattern',
    help: `authentication.groups.pattern.help.${type}`,
    is_optional: true,
  },
]

/** Which groups of the directory give which roles. */
export function GroupStep({ form, type, roles }: GroupStepProps) {
  const t = useText()
  const { groupRoles } = form.values
  return (
    <Stack gap="md">
      <Dimmed>{t('authentication.groups.help')}</Dimmed>
      <FormFields form={form} fields={groupFields(type, groupRoles.length > 0)} />
      <Fieldset legend={t('authentication.groups')}>
        <Stack gap="md" align="flex-start">
          <RoleRows
            rows={groupRoles.map(({ group, role_ids }) => ({ name: group, role_ids }))}
            roles={roles}
            nameLabel={t('authentication.groups.group')}
            addLabel={t('authentication.groups.add')}
            removeLabel={t('authentication.groups.remove')}
            error={form.errors['groupRoles']}
            onChange={(rows) =>
              form.setFieldValue(
                'groupRoles',
                rows.map(({ name, role_ids }) => ({ group: name, role_ids })),
              )
            }
          />
        </Stack>
      </Fieldset>
    </Stack>
  )
}
