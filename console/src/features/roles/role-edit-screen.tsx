import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { AssignUsersForm } from './members/assign-users-form.tsx'
import { RoleUsersList } from './members/role-users-list.tsx'
import { useUpdateRole } from './role-actions.ts'
import { RoleForm } from './role-form.tsx'
import { RolePage } from './role-page.tsx'
import { mayAssign, mayEditRole } from './role-permissions.ts'
import { roleQuery } from './role-queries.ts'

export function RoleEditScreen() {
  const { id } = useRouteParams(routes.roles.edit)
  const may = useMay()
  return (
    <Loaded query={useQuery(roleQuery(useCall(), id))} isPageEntity>
      {(role) => (
        <RolePage role={role} shows="edit">
          {role.read_only && <BuiltIn />}
          {mayAssign(may) && <AssignSection role={role} />}
          {/* The key resets the draft when the role changes. */}
          {mayEditRole(may, role) && <EditForm key={id} role={role} />}
        </RolePage>
      )}
    </Loaded>
  )
}

function BuiltIn() {
  const t = useText()
  return (
    <Alert color="gray" icon={<IconLock />} mb="md">
      {t('roles.builtIn.text')}
    </Alert>
  )
}

function AssignSection({ role }: { role: AuthzRole }) {
  const t = useText()
  return (
    <FormSection title={t('roles.assign')} description={t('roles.assign.description')}>
      <AssignUsersForm role={role} />
      <RoleUsersList role={role} canRemove />
    </FormSection>
  )
}

function EditForm({ role }: { role: AuthzRole }) {
  const t = useText()
  return (
    <RoleForm
      initial={{ name: role.name, description: role.description ?? '', permissions: role.permissions }}
      failedTitle={t('roles.toast.update.failed.title')}
      save={useUpdateRole(role).mutateAsync}
      cancelTo={routes.roles.show(role.id)}
    />
  )
}
