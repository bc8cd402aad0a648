import { listPermissions } from '@logyard/contract/identity/permissions'
import { getAuthzRole, pageAuthzRoles, pageRoleAssignees } from '@logyard/contract/identity/roles'
import { pageUsers } from '@logyard/contract/identity/users'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery } from '../../api/call-query.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { pageQuery } from '../../ui/data-table/page-query.ts'

/** Prefix of all role query keys; a change to one role invalidates them all. */
export const ROLES_KEY = ['roles'] as const

export const rolesQuery = (call: Call, position: ListPosition) =>
  pageQuery(call, ROLES_KEY, position, async (call, query) => {
    const { roles, total, context } = await call(pageAuthzRoles, { query })
    return { rows: roles.map((role) => ({ ...role, users: context.users[role.id] ?? [] })), total }
  })

export const roleQuery = (call: Call, roleId: string) =>
  callQuery(call, [...ROLES_KEY, 'one', roleId], getAuthzRole, { params: { roleId } })

export const roleUsersQuery = (call: Call, roleId: string, position: ListPosition) =>
  pageQuery(call, [...ROLES_KEY, 'users', roleId], position, async (call, query) => {
    const { users, total } = await call(pageRoleAssignees, { params: { roleId }, query })
    return { rows: users, total }
  })

/** All stored users, to select from. */
export const assignableUsersQuery = (call: Call) =>
  pickQuery(call, ['users', 'to-assign'], ({ users }) => users, pageUsers, {
    query: { per_page: 0, sort: 'full_name' },
  })

/** The local administrator, who is in no list of users. */
export const rootUserQuery = (call: Call) =>
  pickQuery(call, ['users', 'root'], ({ context }) => context.admin_user, pageUsers, { query: { per_page: 1 } })

export const permissionCatalogueQuery = (call: Call) => ({
  ...pickQuery(call, ['permission-catalogue'], ({ permissions }) => permissions, listPermissions),
  staleTime: Number.POSITIVE_INFINITY,
})
