import {
  getActiveAuthBackend,
  getAuthBackend,
  pageAuthBackends,
  pageAuthBackendUsers,
} from '@logyard/contract/identity/auth-services'
import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { getTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { pageQuery } from '../../ui/data-table/page-query.ts'

/** Prefix of all query keys about services; a change to one invalidates them all. */
export const SERVICES_KEY = ['auth-services'] as const
export const TRUSTED_HEADER_KEY = ['trusted-header'] as const

export const servicesQuery = (call: Call, position: ListPosition) =>
  pageQuery(call, SERVICES_KEY, position, async (call, query) => {
    const { backends, total, context } = await call(pageAuthBackends, { query })
    return { rows: backends, total, activeId: context.active_backend?.id }
  })

export const serviceQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...SERVICES_KEY, 'one', id],
    queryFn: async ({ signal }) => (await call(getAuthBackend, { params: { id }, signal })).backend,
  })

export const activeServiceQuery = (call: Call) => callQuery(call, [...SERVICES_KEY, 'active'], getActiveAuthBackend)

export const serviceUsersQuery = (call: Call, id: string, position: ListPosition) =>
  pageQuery(call, [...SERVICES_KEY, 'users', id], position, async (call, query) => {
    const { users, total, context } = await call(pageAuthBackendUsers, { params: { id }, query })
    const nameOf = (roleId: string) => context.roles[roleId]?.title ?? roleId
    return { rows: users.map((user) => ({ ...user, roles: user.roles.map(nameOf).toSorted() })), total }
  })

/** All roles by name, to select from and to name the ids in services. */
export const rolesByIdQuery = (call: Call) =>
  queryOptions({
    queryKey: ['roles', 'by-id'],
    queryFn: async ({ signal }) => (await call(pageAuthzRoles, { query: { per_page: 0 }, signal })).roles,
  })

export const trustedHeaderQuery = (call: Call) => callQuery(call, TRUSTED_HEADER_KEY, getTrustedHeaderConfig)
