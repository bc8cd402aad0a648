import { NO_SESSION_EXTENSION_HEADER } from '@logyard/contract/identity/sessions'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import type { Authenticate } from '../../http/request-gate.ts'
import { notAuthorized } from '../../platform/errors.ts'
import type { Account, Accounts } from '../accounts/accounts.ts'
import type { PasswordCheck } from '../passwords/password-check.ts'
import type { Sessions } from '../sessions/session-service.ts'
import type { Tokens } from '../tokens/token-service.ts'
import { type Credentials, readCredentials } from './basic-credentials.ts'

export function createAuthenticate(deps: {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly passwords: PasswordCheck
  readonly addressOf: (request: FastifyRequest) => string
}): Authenticate {
  const { accounts, sessions, tokens, passwords, addressOf } = deps

  const userIdOf = async (credentials: Credentials, request: FastifyRequest): Promise<string | undefined> => {
    switch (credentials.kind) {
      case 'none':
        return undefined
      case 'session':
        return sessions.use(credentials.sessionId, { extend: !asksNotToExtend(request) })
      case 'token':
        return tokens.use(credentials.token)
      case 'password':
        return (await passwords.signIn(credentials.username, credentials.password, addressOf(request)))?.id
      default:
        return credentials satisfies never
    }
  }

  return async (request) => {
    const credentials = readCredentials(request.headers.authorization)
    const userId = await userIdOf(credentials, request)
    if (userId === undefined) return undefined
    // Read after the credentials were believed: the user may have been shut out or deleted meanwhile.
    const account = (await accounts.read()).findById(userId)
    if (account === undefined || account.user.account_status !== 'enabled') return undefined
    return callerOf(account, credentials.kind === 'session' ? credentials.sessionId : undefined)
  }
}

const asksNotToExtend = ({ headers }: FastifyRequest) =>
  String(headers[NO_SESSION_EXTENSION_HEADER.toLowerCase()]).toLowerCase() === 'true'

export function callerOf({ user, held }: Account, sessionId?: string): Caller {
  return {
    userId: user.id,
    username: user.username,
    ...(sessionId === undefined ? {} : { sessionId }),
    holds: (permission) => held.holds(permission),
    require(permission) {
      if (held.holds(permission)) return
      const instance = permission.split(':').slice(2).join(':')
      throw notAuthorized(instance === '' ? undefined : instance)
    },
  }
}
