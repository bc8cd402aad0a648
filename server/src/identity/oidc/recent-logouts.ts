/** Sessions at providers that ended a moment ago: a sign-in that came from one must not open a session here any more. */
import type { Clock } from '../../platform/clock.ts'
import type { SessionOrigin } from '../sessions/session-store.ts'
import type { EndedLogin } from './logout-token.ts'

export type RecentLogouts = ReturnType<typeof createRecentLogouts>

const REMEMBERED = 1000

interface Noted {
  readonly providerId: string
  readonly ended: EndedLogin
  readonly number: number
  readonly atMs: number
}

/** `rememberedMs`: a sign-in that came back earlier cannot open a session any more. */
export function createRecentLogouts({
  clock,
  rememberedMs,
}: {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly rememberedMs: number
}) {
  let recent: readonly Noted[] = []
  let noted = 0
  return {
    note(providerId: string, ended: EndedLogin) {
      const atMs = clock.monotonicMs()
      const fresh = recent.filter((logout) => logout.atMs + rememberedMs > atMs)
      recent = [...fresh, { providerId, ended, number: noted, atMs }].slice(-REMEMBERED)
      noted += 1
    },
    /** Number of entries noted so far. */
    count: () => noted,
    /** Whether the session at the provider is among those that were noted after the first `count`. */
    isOver: (origin: SessionOrigin, count: number) =>
      recent.some(
        ({ providerId, ended, number }) =>
          number >= count && providerId === origin.provider_id && isNamedBy(origin, ended),
      ),
  }
}

/** Whether a sign-in came from a session at the provider that is over. */
export function isNamedBy({ subject, sid }: Pick<SessionOrigin, 'subject' | 'sid'>, ended: EndedLogin): boolean {
  if (ended.subject !== undefined && ended.subject !== subject) return false
  if (ended.sid === undefined || ended.sid === sid) return true
  // The provider did not name its session at the sign-in, so it may be this one.
  return sid === '' && ended.subject !== undefined
}
