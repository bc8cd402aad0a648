import { listRoles, pageUserRoles } from '@logyard/contract/identity/roles'
import { pageUserShares } from '@logyard/contract/identity/shares'
import { listTokens } from '@logyard/contract/identity/tokens'
import { getUserById, pageUsers, type UserPage } from '@logyard/contract/identity/users'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery } from '../../api/call-query.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { pageQuery } from '../../ui/data-table/page-query.ts'

/** Prefix of all user query keys; a change to one user invalidates them all. */
export const USERS_KEY = ['users'] as const
export const tokensKey = (userId: string) => [...USERS_KEY, 'tokens', userId] as const

export const usersQuery = (call: Call, position: ListPosition) =>
  pageQuery(call, USERS_KEY, position, async (call, query) => {
    const { users, total, context } = await call(pageUsers, { query })
    return { rows: users, total, root: context.admin_user }
  })

/** The existing usernames, to report duplicates while a name is typed. */
export const usernamesQuery = (call: Call) =>
  queryOptions({
    ...callQuery(call, [...USERS_KEY, 'names'], pageUsers, { query: { per_page: 0 } }),
    select: ({ users, context }: UserPage) =>
      [...users, ...(context.admin_user === null ? [] : [context.admin_user])].map((user) => user.username),
  })

export const userQuery = (call: Call, userId: string) =>
  callQuery(call, [...USERS_KEY, 'one', userId], getUserById, { params: { userId } })

export const tokensQuery = (call: Call, userId: string) =>
  pickQuery(call, tokensKey(userId), ({ tokens }) => tokens, listTokens, { params: { userId } })

/** All assignable roles, by name. */
export const assignableRolesQuery = (call: Call) =>
  pickQuery(call, ['roles', 'all'], ({ roles }) => roles.toSorted((a, b) => a.name.localeCompare(b.name)), listRoles)

export const userRolesQuery = (call: Call, username: string, position: ListPosition) =>
  pageQuery(call, [...USERS_KEY, 'roles', username], position, async (call, query) => {
    const { roles, total } = await call(pageUserRoles, { params: { username }, query })
    return { rows: roles, total }
  })

export const userSharesQuery = (call: Call, userId: string, position: ListPosition) => {
  const { entity_type, capability } = position.filters
  const filters = {
    ...(entity_type === undefined ? {} : { entity_type }),
    ...(capability === undefined ? {} : { capability }),
  }
  return pageQuery(call, [...USERS_KEY, 'shares', userId, filters], position, async (call, page) => {
    const query = { ...page, ...filters }
    const { entities, total, context } = await call(pageUserShares, { params: { userId }, query })
    const rows = entities.map((entity) => ({ ...entity, capability: context.grantee_capabilities[entity.id] }))
    return { rows, total }
  })
}
