import type { Clock } from '../platform/clock.ts'
import type { ScheduledJob } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { NotifiedKeyStore } from './notified-store.ts'

const HOUR_MS = 3_600_000
/** Documents per commit. */
const DELETED_AT_ONCE = 500

interface SweepDeps {
  readonly settings: SettingsStore
  readonly notified: NotifiedKeyStore
  readonly clock: Clock
}

/** Deletes what grace periods do not need any more. */
export const notifiedSweep = ({ settings, notified, clock }: SweepDeps): ScheduledJob => ({
  name: 'event-notified-sweep',
  everyMs: HOUR_MS,
  scope: 'cluster',
  deletesByAge: true,
  async run(signal) {
    const now = clock.now().toISOString()
    const expired = (await notified.list()).filter(({ expires_at }) => expires_at < now)
    for (let from = 0; from < expired.length; from += DELETED_AT_ONCE) {
      signal.throwIfAborted()
      await settings.commit(expired.slice(from, from + DELETED_AT_ONCE).map(({ id }) => notified.deleting(id)))
    }
  },
})
