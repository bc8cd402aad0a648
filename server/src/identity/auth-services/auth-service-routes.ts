import * as contract from '@logyard/contract/identity/auth-services'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { pageOfList } from '../../http/page-of-list.ts'
import { type ListOptions, pageAnswer, readPage } from '../../http/pagination.ts'
import { serve } from '../../http/serve.ts'
import type { Accounts, Directory } from '../accounts/accounts.ts'
import type { Sessions } from '../sessions/session-service.ts'
import { userOverview } from '../users/user-views.ts'
import type { StoredAuthService } from './auth-service-store.ts'
import { type AuthServices, authServiceAnswer } from './auth-services.ts'

const SERVICE_LIST: ListOptions = {
  fields: ['title', 'description'],
  defaultField: 'title',
  sort: 'title',
  sortable: ['title', 'description', 'id'],
}
const USER_LIST: ListOptions = {
  fields: ['username', 'full_name', 'email'],
  defaultField: 'full_name',
  sort: 'full_name',
  sortable: ['username', 'full_name', 'email', 'id'],
}

export interface AuthServiceRoutesDeps {
  readonly authServices: AuthServices
  readonly accounts: Accounts
  readonly sessions: Pick<Sessions, 'facts'>
}

const mayRead = (caller: Caller, { id }: StoredAuthService) => caller.holds(`authservicebackend:read:${id}`)

export function authServiceRoutes(app: FastifyInstance, deps: AuthServiceRoutesDeps): void {
  const { authServices } = deps

  serve(app, contract.pageAuthBackends, async ({ caller, query }) => {
    const request = readPage(query, SERVICE_LIST)
    const readable = (await authServices.list()).filter((service) => mayRead(caller, service))
    const active = await authServices.active()
    const found = pageOfList(readable, request, (service) => service)
    return {
      ...pageAnswer(request, found),
      query: query.query ?? '',
      backends: found.rows.map(authServiceAnswer),
      context: { active_backend: active !== undefined && mayRead(caller, active) ? authServiceAnswer(active) : null },
    }
  })

  serve(app, contract.getAuthBackend, async ({ params }) => ({
    backend: authServiceAnswer(await authServices.get(params.id)),
  }))

  serve(app, contract.createAuthBackend, async ({ body }) => {
    const service = await authServices.create(body)
    return { backend: authServiceAnswer(service) }
  })

  serve(app, contract.updateAuthBackend, async ({ params, body }) => {
    const service = await authServices.update(params.id, body)
    return { backend: authServiceAnswer(service) }
  })

  serve(app, contract.deleteAuthBackend, ({ params }) => authServices.delete(params.id))

  activationRoutes(app, authServices)
  userRoutes(app, deps)
}

function activationRoutes(app: FastifyInstance, authServices: AuthServices): void {
  serve(app, contract.getActiveAuthBackend, async ({ caller }) => {
    const active = await authServices.active()
    if (active !== undefined) caller.require(`authservicebackend:read:${active.id}`)
    return {
      backend: active === undefined ? null : authServiceAnswer(active),
      context: { backends_total: (await authServices.list()).length },
    }
  })

  serve(app, contract.getAuthServiceConfiguration, async () => ({
    configuration: { active_backend: await authServices.activeId() },
  }))

  serve(app, contract.setAuthServiceConfiguration, async ({ body, request }) => {
    await authServices.activate(body.active_backend)
    request.log.info({ authServiceId: body.active_backend }, 'active authentication service changed')
    return { configuration: { active_backend: body.active_backend } }
  })
}

function userRoutes(app: FastifyInstance, { authServices, accounts, sessions }: AuthServiceRoutesDeps): void {
  serve(app, contract.pageAuthBackendUsers, async ({ caller, params, query }) => {
    const { id } = await authServices.get(params.id)
    const request = readPage(query, USER_LIST)
    const facts = await sessions.facts()
    const directory = await accounts.read()
    const users = directory.stored().filter(({ user }) => user.auth_service_id === id)
    const found = pageOfList(users, request, ({ user }) => user)
    const roleIds = new Set(found.rows.flatMap(({ user }) => user.role_ids))
    return {
      ...pageAnswer(request, found),
      query: query.query ?? '',
      grand_total: users.length,
      users: found.rows.map((account) => ({
        ...userOverview(account, facts.get(account.user.id)),
        roles: account.user.role_ids,
      })),
      context: { roles: Object.fromEntries([...roleIds].map((id) => [id, roleTitle(caller, directory, id)])) },
    }
  })
}

const roleTitle = (caller: Caller, directory: Directory, id: string) => ({
  title: (caller.holds(`roles:read:${id}`) ? directory.findRole(id)?.name : undefined) ?? 'unknown',
})
