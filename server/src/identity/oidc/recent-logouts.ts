/** Sessions at providers that ended a moment ago: a sign-in that came from one must not open a session here any more. */
import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createExpiringDocuments } from '../../platform/settings/expiring-documents.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import type { SessionOrigin } from '../sessions/session-store.ts'
import type { EndedLogin } from './logout-token.ts'

export type RecentLogouts = ReturnType<typeof createRecentLogouts>

const NotedLogout = Type.Object({
  id: Type.String(),
  provider_id: Type.String(),
  subject: Type.Union([Type.String(), Type.Null()]),
  sid: Type.Union([Type.String(), Type.Null()]),
  until: Type.String(),
})
export const notedLogoutCollection = defineCollection({ name: 'noted_logouts', audit: 'note', schema: NotedLogout })

export const NOTED_LOGOUTS = 1000

/** `rememberedMs`: a sign-in that came back earlier cannot open a session any more. */
export function createRecentLogouts(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
  readonly rememberedMs: number
}) {
  const { settings, clock, ids, rememberedMs } = deps
  const logouts = createExpiringDocuments({
    settings,
    spec: notedLogoutCollection,
    limit: NOTED_LOGOUTS,
    isOver: ({ until }) => Date.parse(until) <= clock.now().getTime(),
  })
  return {
    async note(providerId: string, { subject, sid }: EndedLogin) {
      await logouts.fresh()
      const until = new Date(clock.now().getTime() + rememberedMs).toISOString()
      await logouts.insert({
        id: ids.uuid(),
        provider_id: providerId,
        subject: subject ?? null,
        sid: sid ?? null,
        until,
      })
    },
    /** The ids of those that are noted now. */
    async noted(): Promise<readonly string[]> {
      await logouts.fresh()
      return logouts.list().map(({ id }) => id)
    },
    /** Whether the session at the provider is among those that were noted after `before`. */
    async isOver(origin: SessionOrigin, before: readonly string[]) {
      await logouts.fresh()
      return logouts
        .list()
        .some(
          ({ id, provider_id, subject, sid }) =>
            !before.includes(id) &&
            provider_id === origin.provider_id &&
            isNamedBy(origin, { subject: subject ?? undefined, sid: sid ?? undefined }),
        )
    },
    purge: logouts.purge,
    [Symbol.dispose]: () => logouts[Symbol.dispose](),
  }
}

/** Whether a sign-in came from a session at the provider that is over. */
export function isNamedBy({ subject, sid }: Pick<SessionOrigin, 'subject' | 'sid'>, ended: EndedLogin): boolean {
  if (ended.subject !== undefined && ended.subject !== subject) return false
  if (ended.sid === undefined || ended.sid === sid) return true
  // The provider did not name its session at the sign-in, so it may be this one.
  return sid === '' && ended.subject !== undefined
}
