import { getUser, getUserById, listUsers, pageUsers } from '@logyard/contract/identity/users'
import type { FastifyInstance } from 'fastify'
import { pageOfList } from '../../http/page-of-list.ts'
import { type ListOptions, pageAnswer, readPage } from '../../http/pagination.ts'
import { serve } from '../../http/serve.ts'
import type { Account, Accounts } from '../accounts/accounts.ts'
import { userIdNotFound, userNotFound } from '../accounts/user-rules.ts'
import type { Sessions } from '../sessions/session-service.ts'
import { maySeePermissions, userOverview, userSummary } from './user-views.ts'

const USER_LIST: ListOptions = {
  fields: ['username', 'full_name', 'email'],
  defaultField: 'full_name',
  sort: 'full_name',
  sortable: ['username', 'full_name', 'email', 'id'],
}

/** The operations that read users. */
export function userReadingRoutes(
  app: FastifyInstance,
  { accounts, sessions }: { readonly accounts: Accounts; readonly sessions: Sessions },
): void {
  serve(app, listUsers, async () => {
    const facts = await sessions.facts()
    const directory = await accounts.read()
    const root = directory.root()
    const all = [...(root === undefined ? [] : [root]), ...directory.stored()]
    return { users: all.map((account) => userSummary(account, facts.get(account.user.id), true)) }
  })

  serve(app, pageUsers, async ({ query }) => {
    const request = readPage(query, USER_LIST)
    const facts = await sessions.facts()
    const directory = await accounts.read()
    const overview = (account: Account) => userOverview(account, facts.get(account.user.id))
    const found = pageOfList(directory.stored(), request, ({ user }) => user)
    const root = directory.root()
    return {
      ...pageAnswer(request, found),
      query: query.query ?? '',
      users: found.rows.map(overview),
      context: { admin_user: root === undefined ? null : overview(root) },
    }
  })

  serve(app, getUser, async ({ caller, params }) => {
    const account = (await accounts.read()).findByName(params.username)
    if (account === undefined) throw userNotFound(params.username)
    const facts = await sessions.factsOf(account.user.id)
    return userSummary(account, facts, maySeePermissions(caller, account))
  })

  serve(app, getUserById, async ({ caller, params }) => {
    const account = (await accounts.read()).resolve(params.userId)
    if (account === undefined) throw userIdNotFound(params.userId)
    caller.require(`users:edit:${account.user.username}`)
    const facts = await sessions.factsOf(account.user.id)
    return userSummary(account, facts, maySeePermissions(caller, account))
  })
}
