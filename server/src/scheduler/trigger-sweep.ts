import type { Clock } from '../platform/clock.ts'
import type { ScheduledJob } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { JobTrigger, TriggerStore } from './job-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Finished one-off triggers are kept this long; at most this many over all jobs. */
export const COMPLETE_TRIGGER_DAYS = 1
export const MAX_COMPLETE_TRIGGERS = 1000
export const FAILED_TRIGGER_DAYS = 7
export const MAX_FAILED_TRIGGERS = 5000
/** Triggers per commit. */
const DELETED_AT_ONCE = 500

const LIMITS = [
  { status: 'complete', days: COMPLETE_TRIGGER_DAYS, most: MAX_COMPLETE_TRIGGERS },
  { status: 'error', days: FAILED_TRIGGER_DAYS, most: MAX_FAILED_TRIGGERS },
] as const

interface SweepDeps {
  readonly settings: SettingsStore
  readonly triggers: TriggerStore
  readonly clock: Clock
}

/** Deletes triggers that ran once: nothing refers to them any more. Notifications end thousands in an hour. */
export function triggerSweep(deps: SweepDeps): ScheduledJob {
  const { triggers, clock } = deps
  let agesSeenAtMs = Number.NEGATIVE_INFINITY
  return {
    name: 'trigger-sweep',
    everyMs: MINUTE_MS,
    scope: 'cluster',
    deletesByAge: true,
    async run(signal) {
      const looksAtAges = clock.monotonicMs() - agesSeenAtMs >= HOUR_MS
      for (const limit of LIMITS) {
        if (looksAtAges || (await triggers.countBy('status', limit.status)) > limit.most)
          await sweep(deps, limit, signal)
      }
      if (looksAtAges) agesSeenAtMs = clock.monotonicMs()
    },
  }
}

async function sweep(
  { settings, triggers, clock }: SweepDeps,
  { status, days, most }: (typeof LIMITS)[number],
  signal: AbortSignal,
): Promise<void> {
  const end = new Date(clock.now().getTime() - days * DAY_MS).toISOString()
  const ranOnce = (await triggers.listBy('status', status)).filter(({ schedule }) => schedule.type === 'once')
  const old = ranOnce.toSorted(lastFirst).filter(({ updated_at }, place) => place >= most || updated_at < end)
  for (let from = 0; from < old.length; from += DELETED_AT_ONCE) {
    signal.throwIfAborted()
    await settings.commit(old.slice(from, from + DELETED_AT_ONCE).map(({ id }) => triggers.deleting(id)))
  }
}

const lastFirst = (a: JobTrigger, b: JobTrigger): number => (a.updated_at < b.updated_at ? 1 : -1)
