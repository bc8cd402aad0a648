import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import type { Account } from '../accounts/accounts.ts'
import { createHeldSecrets } from '../secrets/held-secrets.ts'
import { secretHash } from '../secrets/secret-hash.ts'
import { createSignInBudget, SESSIONS_OF_USER } from './session-limits.ts'
import { type SessionStore, type StoredSession, sessionCollection } from './session-store.ts'

export interface OpenedSession {
  readonly sessionId: string
  readonly validUntilMs: number
}

/** What lists show about a signed-in user: its most recently used session. */
export interface SessionFacts {
  readonly lastActivityMs: number
  readonly clientAddress: string
}

export interface Sessions extends AsyncDisposable {
  /** Resolves once the session is durable. Beyond the limit the user's least recently used session ends. */
  open(account: Account, clientAddress: string): Promise<OpenedSession>
  /** The user of a live session; `extend` counts the request as activity. */
  use(sessionId: string, options: { readonly extend: boolean }): Promise<string | undefined>
  close(sessionId: string): Promise<void>
  /** Ends the session only if it is this user's. */
  closeOf(userId: string, sessionId: string): Promise<void>
  /** Of all signed-in users, by user id. */
  facts(): Promise<ReadonlyMap<string, SessionFacts>>
  factsOf(userId: string): Promise<SessionFacts | undefined>
  /** Writes to commit together with the change that ends the user's access. */
  endings(userId: string, keptSessionId?: string): Promise<readonly Write[]>
  purge(): Promise<void>
}

/** How much idle time a crash may lose. */
const LONGEST_LAG_MS = 30_000
const NEVER = -1

export function createSessions(deps: {
  readonly settings: SettingsStore
  readonly store: SessionStore
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}): Sessions {
  const { settings, store: collection, clock, ids, log } = deps
  const held = createHeldSecrets({
    settings,
    collection,
    name: sessionCollection.name,
    indexes: {},
    clock,
    log,
    lagMs: ({ timeout_ms }: StoredSession) =>
      timeout_ms === NEVER ? LONGEST_LAG_MS : Math.min(LONGEST_LAG_MS, timeout_ms / 8),
    isLive: ({ timeout_ms }, lastUseMs) => timeout_ms === NEVER || lastUseMs + timeout_ms > clock.now().getTime(),
  })
  const { replica, lastUses, isLive, remove } = held

  // With -1 this lies 1 ms before the last use, as clients expect of sessions that never end.
  const endMs = (session: StoredSession) => lastUses.lastUseMs(session) + session.timeout_ms
  const liveOf = (userId: string) => replica.listBy('user', userId).filter(isLive)

  const requireSignIn = createSignInBudget({ clock })
  async function endUnused(userId: string): Promise<void> {
    await replica.fresh()
    const byUse = liveOf(userId).toSorted((a, b) => lastUses.lastUseMs(a) - lastUses.lastUseMs(b))
    for (const { id } of byUse.slice(0, -SESSIONS_OF_USER)) await remove(id)
  }

  const latest = (sessions: readonly StoredSession[]): SessionFacts | undefined => {
    const facts = sessions.map((session) => ({
      lastActivityMs: lastUses.lastUseMs(session),
      clientAddress: session.client_address,
    }))
    return facts.sort((a, b) => b.lastActivityMs - a.lastActivityMs)[0]
  }

  return {
    async open({ user }, clientAddress) {
      requireSignIn(user.id)
      const sessionId = ids.uuid()
      const now = clock.now().toISOString()
      const session = {
        id: secretHash(sessionId),
        user_id: user.id,
        created_at: now,
        last_access: now,
        timeout_ms: user.session_timeout_ms,
        client_address: clientAddress,
      }
      await collection.insert(session)
      await endUnused(user.id)
      return { sessionId, validUntilMs: endMs(session) }
    },
    async use(sessionId, { extend }) {
      await replica.fresh()
      const session = replica.find(secretHash(sessionId))
      if (session === undefined || !isLive(session)) return undefined
      if (extend) lastUses.note(session)
      return session.user_id
    },
    close: (sessionId) => remove(secretHash(sessionId)),
    async closeOf(userId, sessionId) {
      await replica.fresh()
      const session = replica.find(secretHash(sessionId))
      if (session?.user_id === userId) await remove(session.id)
    },
    async facts() {
      await replica.fresh()
      const byUser = Map.groupBy(replica.list().filter(isLive), ({ user_id }) => user_id)
      return new Map(
        [...byUser].flatMap(([userId, sessions]) => {
          const facts = latest(sessions)
          return facts === undefined ? [] : [[userId, facts] as const]
        }),
      )
    },
    async factsOf(userId) {
      await replica.fresh()
      return latest(liveOf(userId))
    },
    endings: (userId, keptSessionId) =>
      held.endings(userId, keptSessionId === undefined ? undefined : secretHash(keptSessionId)),
    async purge() {
      const sessions = await held.purge()
      if (sessions > 0) log.info({ sessions }, 'expired sessions removed')
    },
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  }
}
