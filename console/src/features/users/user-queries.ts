import { listRoles, pageUserRoles } from '@logyard/contract/identity/roles'
import { pageUserShares } from '@logyard/contract/identity/shares'
import { listTokens } from '@logyard/contract/identity/tokens'
import { getUserById, pageUsers, type UserPage } from '@logyard/contract/identity/users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { type ListPosition, pageQueryOf } from '../../ui/data-table/list-state.ts'

/** Prefix of all user query keys; a change to one user invalidates them all. */
export const USERS_KEY = ['users'] as const
export const tokensKey = (userId: string) => [...USERS_KEY, 'tokens', userId] as const

const asRows = ({ users, total, context }: UserPage) => ({ rows: users, total, root: context.admin_user })

export const usersQuery = (call: Call, position: ListPosition) => {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...USERS_KEY, 'page', query],
    queryFn: ({ signal }) => call(pageUsers, { query, signal }),
    select: asRows,
    placeholderData: keepPreviousData,
  })
}

/** The existing usernames, to report duplicates while a name is typed. */
export const usernamesQuery = (call: Call) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'names'],
    queryFn: ({ signal }) => call(pageUsers, { query: { per_page: 0 }, signal }),
    select: ({ users, context }: UserPage) =>
      [...users, ...(context.admin_user === null ? [] : [context.admin_user])].map((user) => user.username),
  })

export const userQuery = (call: Call, userId: string) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'one', userId],
    queryFn: ({ signal }) => call(getUserById, { params: { userId }, signal }),
  })

export const tokensQuery = (call: Call, userId: string) =>
  queryOptions({
    queryKey: tokensKey(userId),
    queryFn: async ({ signal }) => (await call(listTokens, { params: { userId }, signal })).tokens,
  })

/** All assignable roles, by name. */
export const assignableRolesQuery = (call: Call) =>
  queryOptions({
    queryKey: ['roles', 'all'],
    queryFn: async ({ signal }) => {
      const { roles } = await call(listRoles, { signal })
      return roles.toSorted((a, b) => a.name.localeCompare(b.name))
    },
  })

export const userRolesQuery = (call: Call, username: string, position: ListPosition) => {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...USERS_KEY, 'roles', username, query],
    queryFn: async ({ signal }) => {
      const { roles, total } = await call(pageUserRoles, { params: { username }, query, signal })
      return { rows: roles, total }
    },
    placeholderData: keepPreviousData,
  })
}

export const userSharesQuery = (call: Call, userId: string, position: ListPosition) => {
  const { entity_type, capability } = position.filters
  const query = {
    ...pageQueryOf(position),
    ...(entity_type === undefined ? {} : { entity_type }),
    ...(capability === undefined ? {} : { capability }),
  }
  return queryOptions({
    queryKey: [...USERS_KEY, 'shares', userId, query],
    queryFn: async ({ signal }) => {
      const { entities, total, context } = await call(pageUserShares, { params: { userId }, query, signal })
      const rows = entities.map((entity) => ({ ...entity, capability: context.grantee_capabilities[entity.id] }))
      return { rows, total }
    },
    placeholderData: keepPreviousData,
  })
}
