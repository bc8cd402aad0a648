import { createSession, deleteSession, validateSession } from '@logyard/contract/identity/sessions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notSignedIn } from '../../http/access.ts'
import { serve } from '../../http/serve.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { callerOf } from '../accounts/caller-of.ts'
import { legacyInstant } from '../accounts/legacy-instant.ts'
import type { Authentication } from '../authentication/authentication.ts'
import { readCredentials } from '../authentication/basic-credentials.ts'
import type { Sessions } from './session-service.ts'

const missingProperties = (names: readonly string[]) =>
  new LogyardError('invalid', 'sign-in-incomplete', `Missing required properties: ${names.join(', ')}.`)
const serviceAccount = (username: string) =>
  new LogyardError('invalid', 'service-account', `Cannot login with service account ${username}`)

export function sessionRoutes(
  app: FastifyInstance,
  deps: {
    readonly signIn: Authentication['signIn']
    readonly sessions: Sessions
    readonly accounts: Pick<Accounts, 'read'>
    readonly addressOf: (request: FastifyRequest) => string
  },
): void {
  const { signIn, sessions, addressOf } = deps

  serve(app, createSession, async ({ body, request, reply }) => {
    const username = body.username ?? ''
    const password = body.password ?? ''
    const missing = Object.entries({ username, password }).filter(([, value]) => value === '')
    if (missing.length > 0) throw missingProperties(missing.map(([name]) => name))

    const address = addressOf(request)
    const account = await signIn(username, password, address)
    if (account === undefined) {
      reply.header('www-authenticate', 'Basic realm="Graylog Server session"')
      throw notSignedIn()
    }
    if (account.user.service_account) throw serviceAccount(username)
    const { sessionId, validUntilMs } = await sessions.open(account, address)
    // The request is the user's from here on, also in the audit log and the request log.
    request.caller = callerOf(account, { sessionId, credential: 'password' })
    request.log.info({ userId: account.user.id, address }, 'signed in')
    return {
      session_id: sessionId,
      valid_until: legacyInstant(validUntilMs),
      username: account.user.username,
      user_id: account.user.id,
    }
  })

  serve(app, validateSession, async ({ caller, request }) => {
    // A caller without credentials of its own was named by a trusted proxy, and gets a session.
    const isNamed = caller !== undefined && readCredentials(request.headers.authorization).kind === 'none'
    const account = isNamed && !isForgeable(request) ? (await deps.accounts.read()).findById(caller.userId) : undefined
    if (account === undefined) return { is_valid: caller !== undefined, session_id: null, username: null }
    const address = addressOf(request)
    const { sessionId } = await sessions.open(account, address)
    request.caller = callerOf(account, { sessionId, credential: 'trusted-proxy' })
    request.log.info({ userId: account.user.id, address }, 'signed in by a trusted proxy')
    return { is_valid: true, session_id: sessionId, username: account.user.username }
  })

  serve(app, deleteSession, async ({ caller, params }) => {
    // Signing out ends the session of the request, whatever id the path names. A request with a password or a token
    // may name one of its user's sessions instead.
    if (caller.sessionId === undefined) await sessions.closeOf(caller.userId, params.sessionId)
    else await sessions.close(caller.sessionId)
  })
}

/** Pages of other origins can make a browser send it again and again, and each session ends an older one of the user. */
const isForgeable = ({ headers }: FastifyRequest) =>
  headers['x-requested-by'] === undefined && ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
