import {
  addRoleMember,
  createRole,
  deleteRole,
  getRole,
  listRoleMembers,
  listRoles,
  removeRoleMember,
  updateRole,
} from '@logyard/contract/identity/roles'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { maySeePermissions, userSummary } from '../users/user-views.ts'
import { type Roles, roleAnswer } from './role-service.ts'

/** Roles by name. */
export function roleRoutes(
  app: FastifyInstance,
  deps: { readonly accounts: Accounts; readonly roles: Roles; readonly apiUrl: string },
): void {
  const { accounts, roles, apiUrl } = deps

  serve(app, listRoles, async () => {
    const all = (await accounts.read()).roles()
    return { roles: all.map(roleAnswer), total: all.length }
  })

  serve(app, getRole, async ({ params }) => roleAnswer(await roles.get(params.name)))

  serve(app, createRole, async ({ body, reply }) => {
    const role = await roles.create(body)
    reply.header('location', `${apiUrl}/roles/${encodeURIComponent(role.name)}`)
    return roleAnswer(role)
  })

  serve(app, updateRole, async ({ params, body }) => {
    const role = await roles.update(params.name, body)
    return { ...roleAnswer(role), read_only: body.read_only ?? false }
  })

  serve(app, deleteRole, ({ params }) => roles.delete(params.name))

  serve(app, listRoleMembers, async ({ caller, params }) => {
    const role = await roles.get(params.name)
    const users = (await roles.members(role)).map((account) => {
      const summary = userSummary(account, undefined, maySeePermissions(caller, account))
      return { ...summary, timezone: summary.timezone ?? 'UTC' }
    })
    return { role: role.name, users }
  })

  serve(app, addRoleMember, ({ params }) => roles.addMember(params.name, params.username))

  serve(app, removeRoleMember, ({ params }) => roles.removeMember(params.name, params.username))
}
