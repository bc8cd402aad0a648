import { type AuthzRole, pageRoleAssignees } from '@logyard/contract/identity/roles'
import { Stack, Text } from '@mantine/core'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useDeleteRole } from '../role-actions.ts'
import { mayAssign, mayDeleteRole, mayEditRole } from '../role-permissions.ts'

/** The actions on a role; `onDeleted` resets the list to its first page. */
export function useRoleRowActions(onDeleted: () => void): (role: AuthzRole) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const countAssigned = async (roleId: string) =>
    (await call(pageRoleAssignees, { params: { roleId }, query: { per_page: 1 } })).total
  const remove = useDeleteRole(async ({ id, name }) => {
    const assigned = may(pageRoleAssignees) ? await countAssigned(id) : 0
    return <DeleteText name={name} assigned={assigned} />
  })
  return (role) =>
    allowed(
      (mayEditRole(may, role) || mayAssign(may)) && editAction(t('roles.edit'), { to: routes.roles.edit(role.id) }),
      mayDeleteRole(may, role) &&
        deleteAction(t('roles.delete'), async () => {
          if (await remove(role)) onDeleted()
        }),
    )
}

function DeleteText({ name, assigned }: { name: string; assigned: number }) {
  const t = useText()
  const rich = useRichText()
  return (
    <Stack gap="xs">
      <Text size="sm">{rich('roles.delete.text', { name: <DataName>{name}</DataName> })}</Text>
      {assigned > 0 && (
        <Text size="sm" fw={600}>
          {t('roles.delete.assigned', { count: assigned })}
        </Text>
      )}
    </Stack>
  )
}
