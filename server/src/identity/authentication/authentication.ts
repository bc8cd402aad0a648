import { NO_SESSION_EXTENSION_HEADER } from '@logyard/contract/identity/sessions'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import type { Authenticate } from '../../http/request-gate.ts'
import type { Account, Accounts } from '../accounts/accounts.ts'
import { callerOf, type Proof } from '../accounts/caller-of.ts'
import type { Authenticator, SignInContext } from './authenticator.ts'
import { type Credentials, readCredentials } from './basic-credentials.ts'

export interface Authentication {
  /** The caller of a request, by its Authorization header. */
  readonly authenticate: Authenticate
  /** The enabled account that a name and password belong to. Throws when they were tried too often. */
  signIn(username: string, password: string, address: string): Promise<Account | undefined>
  /** The enabled user with the id, whom another node has recognised. */
  callerById(userId: string, proof: Proof): Promise<Caller | undefined>
}

export function createAuthentication(deps: {
  readonly accounts: Pick<Accounts, 'read'>
  /** Tried in this order; the first that recognises a user decides. */
  readonly authenticators: readonly Authenticator[]
  /** The id of the user whom a trusted proxy names, for requests without credentials. */
  readonly trustedUserIdOf: (request: FastifyRequest) => Promise<string | undefined>
  /** The name of a token that was recognised. */
  readonly tokenNameOf: (value: string) => string | undefined
  readonly addressOf: (request: FastifyRequest) => string
}): Authentication {
  const { accounts, authenticators, trustedUserIdOf, tokenNameOf, addressOf } = deps

  async function userIdOf(credentials: Credentials, context: SignInContext): Promise<string | undefined> {
    for (const authenticator of authenticators) {
      const userId = await authenticator.verify(credentials, context)
      if (userId !== undefined) return userId
    }
    return undefined
  }

  async function accountOf(credentials: Credentials, context: SignInContext): Promise<Account | undefined> {
    return enabledAccount(await userIdOf(credentials, context))
  }

  async function enabledAccount(userId: string | undefined): Promise<Account | undefined> {
    if (userId === undefined) return undefined
    // Read after the check: the user may have been disabled or deleted meanwhile.
    const account = (await accounts.read()).findById(userId)
    return account?.user.account_status === 'enabled' ? account : undefined
  }

  return {
    async authenticate(request) {
      const credentials = readCredentials(request.headers.authorization)
      if (credentials.kind === 'none') {
        const named = await enabledAccount(await trustedUserIdOf(request))
        return named === undefined ? undefined : callerOf(named, { credential: 'trusted-proxy' })
      }
      const context = { address: addressOf(request), isActivity: !asksNotToExtend(request), isSignIn: false }
      const account = await accountOf(credentials, context)
      if (account === undefined) return undefined
      return callerOf(account, proofOf(credentials, tokenNameOf))
    },
    signIn: (username, password, address) =>
      accountOf({ kind: 'password', username, password }, { address, isActivity: true, isSignIn: true }),
    async callerById(userId, proof) {
      const account = await enabledAccount(userId)
      return account && callerOf(account, proof)
    },
  }
}

function proofOf(credentials: Credentials, tokenNameOf: (value: string) => string | undefined): Proof {
  if (credentials.kind === 'session') return { credential: 'session', sessionId: credentials.sessionId }
  if (credentials.kind !== 'token') return { credential: 'password' }
  const tokenName = tokenNameOf(credentials.token)
  return { credential: 'token', ...(tokenName === undefined ? {} : { tokenName }) }
}

const asksNotToExtend = ({ headers }: FastifyRequest) =>
  String(headers[NO_SESSION_EXTENSION_HEADER.toLowerCase()]).toLowerCase() === 'true'
