import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Stack, Text } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useCountAssignees, useDeleteRole } from '../role-actions.ts'
import { mayAssign, mayDeleteRole, mayEditRole } from '../role-permissions.ts'

/** The actions on a role; `onDeleted` resets the list to its first page. */
export function useRoleRowActions(onDeleted: () => void): (role: AuthzRole) => readonly RowAction[] {
  const t = useText()
  const rich = useRichText()
  const may = useMay()
  const confirm = useConfirm()
  const remove = useDeleteRole()
  const countAssignees = useCountAssignees()

  async function askAndDelete(role: AuthzRole) {
    const assigned = may('users:list') ? await countAssignees(role) : 0
    const confirmed = await confirm({
      title: t('roles.delete.title'),
      text: (
        <Stack gap="xs">
          <Text size="sm">{rich('roles.delete.text', { name: <RoleName>{role.name}</RoleName> })}</Text>
          {assigned > 0 && (
            <Text size="sm" fw={600}>
              {t('roles.delete.assigned', { count: assigned })}
            </Text>
          )}
        </Stack>
      ),
      confirmLabel: t('roles.delete.confirm'),
      isDangerous: true,
    })
    if (confirmed) remove.mutate(role, { onSuccess: onDeleted })
  }

  return (role) => [
    ...(mayEditRole(may, role) || mayAssign(may)
      ? [{ label: t('roles.edit'), icon: <IconEdit size={15} />, to: routes.roles.edit(role.id), isQuick: true }]
      : []),
    ...(mayDeleteRole(may, role)
      ? [
          {
            label: t('roles.delete'),
            icon: <IconTrash size={15} />,
            isDangerous: true,
            onClick: () => askAndDelete(role),
          },
        ]
      : []),
  ]
}

function RoleName({ children }: { children: string }) {
  return (
    <Text span inherit fw={600} translate="no">
      {children}
    </Text>
  )
}
