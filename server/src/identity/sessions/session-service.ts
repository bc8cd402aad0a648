import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import type { Account } from '../accounts/accounts.ts'
import { createHeldSecrets } from '../secrets/held-secrets.ts'
import { secretHash } from '../secrets/secret-hash.ts'
import { createSignInBudget, SESSIONS_OF_USER } from './session-limits.ts'
import { type SessionOrigin, type SessionStore, type StoredSession, sessionCollection } from './session-store.ts'

/** What lists show about a signed-in user: its most recently used session. */
export interface SessionFacts {
  readonly lastActivityMs: number
  readonly clientAddress: string
}

export type Sessions = ReturnType<typeof createSessions>

export interface ProviderEnding {
  isEnded(origin: SessionOrigin): boolean
  readonly openedBeforeMs: number
}

/** How much idle time a crash may lose. */
const LONGEST_LAG_MS = 30_000
const NEVER = -1

interface SessionsDeps {
  readonly settings: SettingsStore
  readonly store: SessionStore
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export function createSessions(deps: SessionsDeps) {
  const { store, clock, ids, log } = deps
  const held = holdSessions(deps)
  const { replica, lastUses, isLive, remove } = held
  // For a timeout of -1 the result is 1 ms before the last use, as clients expect of sessions that never end.
  const endMs = (session: StoredSession) => lastUses.lastUseMs(session) + session.timeout_ms
  const requireSignIn = createSignInBudget({ clock })

  return {
    /** Resolves once the session is durable. Beyond the limit the user's least recently used session ends. */
    async open({ user }: Account, clientAddress: string, origin?: SessionOrigin) {
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
        ...(origin === undefined ? {} : storedOrigin(origin)),
      }
      await store.insert(session)
      await endUnused(held, user.id)
      return { sessionId, validUntilMs: endMs(session) }
    },
    /** The user of a live session; `extend` counts the request as activity. */
    async use(sessionId: string, { extend }: { readonly extend: boolean }) {
      await replica.fresh()
      const session = replica.find(secretHash(sessionId))
      if (session === undefined || !isLive(session)) return undefined
      if (extend) lastUses.note(session)
      return session.user_id
    },
    /** Origin of a live session that began at a provider. */
    async originOf(sessionId: string) {
      await replica.fresh()
      const session = replica.find(secretHash(sessionId))
      return session !== undefined && isLive(session) ? originIn(session) : undefined
    },
    close: (sessionId: string) => remove(secretHash(sessionId)),
    /** Ends the session only if it is this user's. */
    async closeOf(userId: string, sessionId: string) {
      await replica.fresh()
      const session = replica.find(secretHash(sessionId))
      if (session?.user_id === userId) await remove(session.id)
    },
    /** Ends sessions that began at the provider; answers their users. */
    closeOfProvider: (providerId: string, ending: ProviderEnding) => closeOfProvider(deps, held, providerId, ending),
    ...sessionFacts(held),
    /** Writes to commit together with the change that ends the user's access. */
    endings: (userId: string, keptSessionId?: string): Promise<readonly Write[]> =>
      held.endings(userId, keptSessionId === undefined ? undefined : secretHash(keptSessionId)),
    async purge() {
      const sessions = await held.purge()
      if (sessions > 0) log.info({ sessions }, 'expired sessions removed')
    },
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  }
}

const storedOrigin = ({ provider_id, subject, sid, id_token }: SessionOrigin) => ({
  provider_id,
  provider_subject: subject,
  provider_sid: sid,
  id_token,
})

function originIn(session: StoredSession): SessionOrigin | undefined {
  const { provider_id, provider_subject: subject = '', provider_sid: sid = '', id_token = '' } = session
  return provider_id === undefined ? undefined : { provider_id, subject, sid, id_token }
}

type HeldSessions = ReturnType<typeof holdSessions>

function holdSessions({ settings, clock, log }: SessionsDeps) {
  return createHeldSecrets({
    settings,
    spec: sessionCollection,
    indexes: {},
    clock,
    log,
    lagMs: ({ timeout_ms }: StoredSession) =>
      timeout_ms === NEVER ? LONGEST_LAG_MS : Math.min(LONGEST_LAG_MS, timeout_ms / 8),
    isLive: ({ timeout_ms }, lastUseMs) => timeout_ms === NEVER || lastUseMs + timeout_ms > clock.now().getTime(),
  })
}

const liveOf = ({ replica, isLive }: HeldSessions, userId: string) => replica.listBy('user', userId).filter(isLive)

/** Ends the user's least recently used sessions beyond the limit. */
async function endUnused(held: HeldSessions, userId: string): Promise<void> {
  const { replica, lastUses, remove } = held
  await replica.fresh()
  const byUse = liveOf(held, userId).toSorted((a, b) => lastUses.lastUseMs(a) - lastUses.lastUseMs(b))
  for (const { id } of byUse.slice(0, -SESSIONS_OF_USER)) await remove(id)
}

async function closeOfProvider(
  { settings, store }: SessionsDeps,
  { replica, lastUses }: HeldSessions,
  providerId: string,
  { isEnded, openedBeforeMs }: ProviderEnding,
): Promise<readonly string[]> {
  await replica.fresh()
  const over = replica.list().filter((session) => {
    const origin = originIn(session)
    return (
      origin?.provider_id === providerId && isEnded(origin) && new Date(session.created_at).getTime() < openedBeforeMs
    )
  })
  for (const { id } of over) lastUses.forget(id)
  if (over.length > 0) await settings.commit(over.map(({ id }) => store.deleting(id)))
  return over.map(({ user_id }) => user_id)
}

function sessionFacts(held: HeldSessions) {
  const { replica, lastUses, isLive } = held
  const latest = (sessions: readonly StoredSession[]): SessionFacts | undefined => {
    const facts = sessions.map((session) => ({
      lastActivityMs: lastUses.lastUseMs(session),
      clientAddress: session.client_address,
    }))
    return facts.sort((a, b) => b.lastActivityMs - a.lastActivityMs)[0]
  }
  return {
    /** Facts about the sessions of all signed-in users, by user id. */
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
    async factsOf(userId: string) {
      await replica.fresh()
      return latest(liveOf(held, userId))
    },
  }
}
