import type { Clock } from '../platform/clock.ts'
import type { ScheduledJob } from '../platform/scheduler/scheduler.ts'
import type { Collection, SettingsStore } from '../platform/settings/settings-store.ts'
import type { JobTrigger } from './job-store.ts'

const DAY_MS = 86_400_000
/** How long triggers that run once stay after their end. */
export const COMPLETE_TRIGGER_DAYS = 1
export const FAILED_TRIGGER_DAYS = 7

/** Deletes triggers that ran once: nothing refers to them any more. */
export function triggerSweep({
  settings,
  triggers,
  clock,
}: {
  readonly settings: SettingsStore
  readonly triggers: Collection<JobTrigger, 'job' | 'recurring' | 'status' | 'open'>
  readonly clock: Clock
}): ScheduledJob {
  const olderThan = (days: number) => {
    const end = clock.now().getTime() - days * DAY_MS
    return ({ schedule, updated_at }: JobTrigger) => schedule.type === 'once' && Date.parse(updated_at) < end
  }
  return {
    name: 'trigger-sweep',
    everyMs: DAY_MS,
    scope: 'cluster',
    async run() {
      const complete = (await triggers.listBy('status', 'complete')).filter(olderThan(COMPLETE_TRIGGER_DAYS))
      const failed = (await triggers.listBy('status', 'error')).filter(olderThan(FAILED_TRIGGER_DAYS))
      await settings.commit([...complete, ...failed].map(({ id }) => triggers.deleting(id)))
    },
  }
}
