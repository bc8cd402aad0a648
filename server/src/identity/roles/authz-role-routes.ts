import {
  addRoleAssignees,
  deleteAuthzRole,
  getAuthzRole,
  pageAuthzRoles,
  pageRoleAssignees,
  pageUserRoles,
  removeRoleAssignee,
} from '@logyard/contract/identity/roles'
import type { FastifyInstance } from 'fastify'
import { pageOfList } from '../../http/page-of-list.ts'
import { type ListOptions, pageAnswer, readPage } from '../../http/pagination.ts'
import { serve } from '../../http/serve.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { userOverview } from '../users/user-views.ts'
import { authzRoleAnswer, type Roles } from './role-service.ts'

const ROLE_LIST: ListOptions = {
  fields: ['name', 'description'],
  defaultField: 'name',
  sort: 'name',
  sortable: ['name', 'description', 'id'],
}
const ASSIGNEE_LIST: ListOptions = {
  fields: ['username', 'full_name', 'email'],
  defaultField: 'username',
  sort: 'username',
  sortable: ['username', 'full_name', 'email', 'id'],
}

const userNotFound = (username: string) =>
  new LogyardError('not-found', 'user-not-found', `Couldn't find user: ${username}`)

/** Roles by id. */
export function authzRoleRoutes(
  app: FastifyInstance,
  { accounts, roles }: { readonly accounts: Accounts; readonly roles: Roles },
): void {
  serve(app, pageAuthzRoles, async ({ query }) => {
    const request = readPage(query, ROLE_LIST)
    const directory = await accounts.read()
    const found = pageOfList(directory.roles(), request, (role) => role)
    const usersOf = (roleId: string) =>
      directory.withRole(roleId).map(({ user }) => ({ id: user.id, username: user.username }))
    return {
      ...pageAnswer(request, found),
      grand_total: found.grandTotal,
      query: query.query ?? '',
      roles: found.rows.map(authzRoleAnswer),
      context: { users: Object.fromEntries(found.rows.map(({ id }) => [id, usersOf(id)])) },
    }
  })

  serve(app, getAuthzRole, async ({ params }) => authzRoleAnswer(await roles.getById(params.roleId)))

  serve(app, deleteAuthzRole, ({ params }) => roles.deleteById(params.roleId))

  serve(app, pageRoleAssignees, async ({ params, query }) => {
    const request = readPage(query, ASSIGNEE_LIST)
    const role = await roles.getById(params.roleId)
    const found = pageOfList(await roles.members(role), request, ({ user }) => user)
    const users = found.rows.map((account) => userOverview(account, undefined))
    return { ...pageAnswer(request, found), query: query.query ?? '', users }
  })

  serve(app, addRoleAssignees, ({ caller, params, body }) => roles.assign(caller, params.roleId, body))

  serve(app, removeRoleAssignee, ({ params }) => roles.unassign(params.roleId, params.username))

  serve(app, pageUserRoles, async ({ params, query }) => {
    const request = readPage(query, ROLE_LIST)
    const account = (await accounts.read()).findByName(params.username)
    if (account === undefined) throw userNotFound(params.username)
    const found = pageOfList(account.roles, request, (role) => role)
    return {
      ...pageAnswer(request, found),
      grand_total: found.grandTotal,
      query: query.query ?? '',
      roles: found.rows.map(authzRoleAnswer),
    }
  })
}
