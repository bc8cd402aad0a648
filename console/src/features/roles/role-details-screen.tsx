import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { RoleUsersList } from './members/role-users-list.tsx'
import { GrantedPermissions } from './permissions/granted-permissions.tsx'
import { RolePage } from './role-page.tsx'
import { roleQuery } from './role-queries.ts'

export function RoleDetailsScreen() {
  const t = useText()
  const { id } = useRouteParams(routes.roles.show)
  const role = useQuery(roleQuery(useCall(), id))
  const canList = useMay()('users:list')
  if (role.isPending) return <Loading />
  if (role.isError) return <LoadFailed error={role.error} onRetry={role.refetch} isPageEntity />
  const { name, description, permissions, read_only } = role.data
  return (
    <RolePage role={role.data} shows="details">
      <FormSection title={t('roles.profile')}>
        <DefinitionList
          items={[
            { label: t('roles.name'), value: name },
            { label: t('roles.description'), value: description },
            { label: t('roles.builtIn'), value: read_only },
          ]}
        />
      </FormSection>
      {canList && (
        <FormSection title={t('roles.users')}>
          <RoleUsersList role={role.data} />
        </FormSection>
      )}
      <FormSection title={t('roles.permissions')}>
        <GrantedPermissions permissions={permissions} />
      </FormSection>
    </RolePage>
  )
}
