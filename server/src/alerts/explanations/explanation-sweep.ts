import type { WithoutKnown } from '../../events/stored/known-events.ts'
import type { ScheduledJob } from '../../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { AlertExplanations } from './alert-explanations.ts'
import type { AskedExplanation } from './explanation-store.ts'

const HOUR_MS = 3_600_000
/** Explanations of one commit. */
const AT_ONCE = 500

/** Deletes the explanations whose events are not stored any more. */
export const explanationSweep = (deps: {
  readonly settings: SettingsStore
  readonly explanations: Pick<AlertExplanations, 'asked' | 'forgetting'>
  readonly withoutKnownEvents: WithoutKnown
}): ScheduledJob => ({
  name: 'alert-explanation-sweep',
  everyMs: HOUR_MS,
  scope: 'cluster',
  deletesByAge: true,
  async run(signal) {
    const { asked, forgetting } = deps.explanations
    const all = (await asked.list()).toSorted((a, b) => (a.event_at < b.event_at ? -1 : 1))
    for (let from = 0; from < all.length; from += AT_ONCE) {
      signal.throwIfAborted()
      const gone = await deps.withoutKnownEvents(all.slice(from, from + AT_ONCE).map(eventOf), signal)
      await deps.settings.commit(gone.flatMap(({ alertId }) => forgetting(alertId)))
    }
  },
})

const eventOf = ({ id, event_id, event_at, event_definition_id }: AskedExplanation) => ({
  alertId: id,
  event: { id: event_id, timestamp: event_at, event_definition_id, origin_context: null },
})
