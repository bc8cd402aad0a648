/** Tells long responses, such as live tails, when their users lose access: also when another node takes it away. */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { callerOf } from '../accounts/caller-of.ts'
import { grantCollection } from '../accounts/grant-store.ts'
import { roleCollection } from '../accounts/role-store.ts'
import { rootPasswordCollection } from '../accounts/root-user.ts'
import { userCollection } from '../accounts/user-store.ts'
import { readCredentials } from '../authentication/basic-credentials.ts'
import type { Sessions } from '../sessions/session-service.ts'
import { sessionCollection } from '../sessions/session-store.ts'
import type { Tokens } from '../tokens/token-service.ts'
import { tokenCollection } from '../tokens/token-store.ts'

export interface AccessWatch {
  /** Calls the listener after changes, with the caller as of then; undefined if it is not signed in any more. */
  watch(
    of: { readonly caller: Caller; readonly request: FastifyRequest },
    changed: (caller: Caller | undefined) => Promise<void> | void,
  ): Disposable
}

/** Changes come in groups. */
const WAIT_MS = 100
const COLLECTIONS = [
  userCollection,
  roleCollection,
  grantCollection,
  rootPasswordCollection,
  sessionCollection,
  tokenCollection,
]

interface AccessWatchDeps {
  readonly settings: SettingsStore
  readonly accounts: Pick<Accounts, 'read'>
  readonly sessions: Pick<Sessions, 'use'>
  readonly tokens: Pick<Tokens, 'isLive'>
  readonly clock: Clock
}

export function createAccessWatch(deps: AccessWatchDeps): AccessWatch & Disposable {
  const { settings, clock } = deps
  const checks = new Set<() => Promise<void>>()
  const stopping = new AbortController()
  let isDue = false

  async function checkSoon(): Promise<void> {
    if (isDue || checks.size === 0) return
    isDue = true
    await clock.sleep(WAIT_MS, stopping.signal).catch(() => undefined)
    isDue = false
    const failures: unknown[] = []
    for (const check of [...checks]) await check().catch((error: unknown) => failures.push(error))
    // Then all are checked again.
    if (failures.length > 0) throw failures[0]
  }
  const listening = new DisposableStack()
  for (const { name } of COLLECTIONS) listening.use(settings.onChange(name, checkSoon))
  listening.defer(() => stopping.abort())

  return {
    watch({ caller, request }, changed) {
      const passwordHash = passwordHashOf(deps, caller)
      const check = async () => changed(await callerNow(deps, { caller, request }, await passwordHash))
      checks.add(check)
      return { [Symbol.dispose]: () => void checks.delete(check) }
    },
    [Symbol.dispose]: () => listening.dispose(),
  }
}

async function passwordHashOf({ accounts }: AccessWatchDeps, { userId }: Caller): Promise<string | undefined> {
  return (await accounts.read()).findById(userId)?.user.password_hash
}

async function callerNow(
  deps: AccessWatchDeps,
  { caller, request }: { readonly caller: Caller; readonly request: FastifyRequest },
  passwordHash: string | undefined,
): Promise<Caller | undefined> {
  const { accounts, sessions, tokens } = deps
  const account = (await accounts.read()).findById(caller.userId)
  if (account?.user.account_status !== 'enabled') return undefined
  const { sessionId } = caller
  if (sessionId !== undefined && (await sessions.use(sessionId, { extend: false })) === undefined) return undefined
  const credentials = readCredentials(request.headers.authorization)
  if (credentials.kind === 'token' && !(await tokens.isLive(credentials.token))) return undefined
  if (credentials.kind === 'password' && account.user.password_hash !== passwordHash) return undefined
  const { credential, tokenName } = caller
  return callerOf(account, {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(credential === undefined ? {} : { credential }),
    ...(tokenName === undefined ? {} : { tokenName }),
  })
}
