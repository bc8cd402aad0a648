import type { AuthServiceType } from '@logyard/contract/identity/auth-services'
import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { OwnFields } from '../../../ui/fields/own-fields.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { RoleRows } from '../role-rows.tsx'
import { isFaultyGroup, type ServiceValues } from './service-values.ts'

interface GroupStepProps {
  readonly form: EntityForm<ServiceValues>
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
  return (
    <Stack gap="md">
      <Dimmed>{t('authentication.groups.help')}</Dimmed>
      <OwnFields fields={groupFields(type, form.values.groupRoles.length > 0)} {...form.group()} />
      <RoleRows
        legend={t('authentication.groups')}
        nameLabel={t('authentication.groups.group')}
        addLabel={t('authentication.groups.add')}
        removeLabel={t('authentication.groups.remove')}
        roles={roles}
        isFaulty={isFaultyGroup}
        {...form.choice('groupRoles')}
      />
    </Stack>
  )
}
