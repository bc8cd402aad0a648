import { type AuthzRole, addRoleAssignees } from '@logyard/contract/identity/roles'
import { type UserOverview, updateUser } from '@logyard/contract/identity/users'
import { Text } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn } from '../../../ui/data-table/ready-columns.tsx'
import { useInnerList } from '../../../ui/data-table/use-entity-list.ts'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { isRoleOfRoot, wouldLoseConsole } from '../console-roles.ts'
import { useUnassignUser } from '../role-actions.ts'
import { roleUsersQuery, rootUserQuery } from '../role-queries.ts'

const SEARCH_HELP = { fields: ['username', 'full_name', 'email'], example: 'email:example.org' }

/** The users with a role; with `canRemove`, the role can be taken away from each. */
export function RoleUsersList({ role, canRemove = false }: { role: AuthzRole; canRemove?: boolean }) {
  const t = useText()
  const may = useMay()
  const notify = useNotify()
  const users = useInnerList(
    { query: (call, position) => roleUsersQuery(call, role.id, position), failed: 'roles.toast.membersFailed' },
    { sort: 'username' },
  )
  const unassign = useUnassignUser(role)
  const columns = useMemberColumns()
  function remove(user: UserOverview) {
    if (wouldLoseConsole(user, role.name)) notify.error(t('roles.users.last', { name: user.username }))
    else unassign.mutate(user.username)
  }
  const actions = (user: UserOverview): readonly RowAction[] =>
    may(addRoleAssignees, { username: user.username })
      ? [{ label: t('roles.users.unassign'), icon: <IconUserMinus size={15} />, onClick: () => remove(user) }]
      : []
  const hasRoot = isRoleOfRoot(role)
  return (
    <>
      {hasRoot && <RootMember />}
      <DataTable
        label={t('roles.users')}
        {...users}
        columns={columns}
        rowId={(user) => user.id}
        rowName={(user) => user.full_name}
        {...(canRemove ? { rowActions: actions } : {})}
        searchHelp={SEARCH_HELP}
        empty={{ title: t(hasRoot ? 'roles.users.noOthers' : 'roles.users.none') }}
      />
    </>
  )
}

function RootMember() {
  const rich = useRichText()
  const root = useQuery(rootUserQuery(useCall())).data
  if (root === undefined || root === null) return null
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {rich('roles.users.root', { name: <DataName>{root.username}</DataName> })}
    </Text>
  )
}

function useMemberColumns(): readonly Column<UserOverview>[] {
  const t = useText()
  const may = useMay()
  return [
    {
      id: 'username',
      header: t('roles.users.username'),
      sortKey: 'username',
      cell: ({ id, username }) => {
        const name = <span translate="no">{username}</span>
        return may(updateUser, { username }) ? <AppLink to={routes.users.show(id)}>{name}</AppLink> : name
      },
    },
    textColumn({
      id: 'full_name',
      header: t('roles.users.fullName'),
      sortKey: 'full_name',
      text: ({ full_name: name }) => name,
    }),
  ]
}
