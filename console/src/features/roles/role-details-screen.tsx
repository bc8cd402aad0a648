import { pageRoleAssignees } from '@logyard/contract/identity/roles'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { RoleUsersList } from './members/role-users-list.tsx'
import { GrantedPermissions } from './permissions/granted-permissions.tsx'
import { RolePage } from './role-page.tsx'
import { roleQuery } from './role-queries.ts'

export function RoleDetailsScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.roles.show)
  const canList = useMay()(pageRoleAssignees)
  return (
    <Loaded query={useQuery(roleQuery(useCall(), id))} isPageEntity>
      {(role) => (
        <RolePage role={role} shows="details">
          <FormSection title={t('roles.profile')}>
            <DefinitionList
              items={[
                { label: t('roles.name'), value: role.name },
                { label: t('roles.description'), value: role.description },
                { label: t('roles.builtIn'), value: role.read_only },
              ]}
            />
          </FormSection>
          {canList && (
            <FormSection title={t('roles.users')}>
              <RoleUsersList role={role} />
            </FormSection>
          )}
          <FormSection title={t('roles.permissions')}>
            <GrantedPermissions permissions={role.permissions} />
          </FormSection>
        </RolePage>
      )}
    </Loaded>
  )
}
