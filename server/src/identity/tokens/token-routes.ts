import { createToken, deleteToken, listTokens } from '@logyard/contract/identity/tokens'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { userIdNotFound } from '../accounts/user-rules.ts'
import type { Tokens } from './token-service.ts'

export function tokenRoutes(
  app: FastifyInstance,
  { accounts, tokens }: { readonly accounts: Accounts; readonly tokens: Tokens },
): void {
  const accountOf = async (userId: string) => {
    const account = (await accounts.read()).resolve(userId)
    if (account === undefined) throw userIdNotFound(userId)
    return account
  }

  serve(app, listTokens, async ({ caller, params }) => ({
    tokens: [...(await tokens.list(caller, await accountOf(params.userId)))],
  }))

  serve(app, createToken, async ({ caller, params, body }) => {
    const account = await accountOf(params.userId)
    return tokens.create(caller, account, params.name, body ?? {})
  })

  serve(app, deleteToken, async ({ caller, params }) => {
    const account = await accountOf(params.userId)
    await tokens.delete(caller, account, params.idOrToken)
  })
}
