import {
  getActiveAuthBackend,
  getAuthBackend,
  pageAuthBackends,
  pageAuthBackendUsers,
} from '@logyard/contract/identity/auth-services'
import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { getTrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery } from '../../api/call-query.ts'
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
  pickQuery(call, [...SERVICES_KEY, 'one', id], ({ backend }) => backend, getAuthBackend, { params: { id } })

export const activeServiceQuery = (call: Call) => callQuery(call, [...SERVICES_KEY, 'active'], getActiveAuthBackend)

export const serviceUsersQuery = (call: Call, id: string, position: ListPosition) =>
  pageQuery(call, [...SERVICES_KEY, 'users', id], position, async (call, query) => {
    const { users, total, context } = await call(pageAuthBackendUsers, { params: { id }, query })
    const nameOf = (roleId: string) => context.roles[roleId]?.title ?? roleId
    return { rows: users.map((user) => ({ ...user, roles: user.roles.map(nameOf).toSorted() })), total }
  })

/** All roles by name, to select from and to name the ids in services. */
export const rolesByIdQuery = (call: Call) =>
  pickQuery(call, ['roles', 'by-id'], ({ roles }) => roles, pageAuthzRoles, { query: { per_page: 0 } })

export const trustedHeaderQuery = (call: Call) => callQuery(call, TRUSTED_HEADER_KEY, getTrustedHeaderConfig)
