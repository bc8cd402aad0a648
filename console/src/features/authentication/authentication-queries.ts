import {
  getActiveAuthBackend,
  getAuthBackend,
  pageAuthBackends,
  pageAuthBackendUsers,
} from '@logyard/contract/identity/auth-services'
import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { getTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { type ListPosition, pageQueryOf } from '../../ui/data-table/list-state.ts'

/** Prefix of all query keys about services; a change to one invalidates them all. */
export const SERVICES_KEY = ['auth-services'] as const
export const TRUSTED_HEADER_KEY = ['trusted-header'] as const

export const servicesQuery = (call: Call, position: ListPosition) => {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...SERVICES_KEY, 'page', query],
    queryFn: async ({ signal }) => {
      const { backends, total, context } = await call(pageAuthBackends, { query, signal })
      return { rows: backends, total, activeId: context.active_backend?.id }
    },
    placeholderData: keepPreviousData,
  })
}

export const serviceQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...SERVICES_KEY, 'one', id],
    queryFn: async ({ signal }) => (await call(getAuthBackend, { params: { id }, signal })).backend,
  })

export const activeServiceQuery = (call: Call) =>
  queryOptions({
    queryKey: [...SERVICES_KEY, 'active'],
    queryFn: ({ signal }) => call(getActiveAuthBackend, { signal }),
  })

export const serviceUsersQuery = (call: Call, id: string, position: ListPosition) => {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...SERVICES_KEY, 'users', id, query],
    queryFn: async ({ signal }) => {
      const { users, total, context } = await call(pageAuthBackendUsers, { params: { id }, query, signal })
      const nameOf = (roleId: string) => context.roles[roleId]?.title ?? roleId
      return { rows: users.map((user) => ({ ...user, roles: user.roles.map(nameOf).toSorted() })), total }
    },
    placeholderData: keepPreviousData,
  })
}

/** All roles by name, to select from and to name the ids in services. */
export const rolesByIdQuery = (call: Call) =>
  queryOptions({
    queryKey: ['roles', 'by-id'],
    queryFn: async ({ signal }) => (await call(pageAuthzRoles, { query: { per_page: 0 }, signal })).roles,
  })

export const trustedHeaderQuery = (call: Call) =>
  queryOptions({
    queryKey: TRUSTED_HEADER_KEY,
    queryFn: ({ signal }) => call(getTrustedHeaderConfig, { signal }),
  })
