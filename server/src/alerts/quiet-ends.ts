/** The end of a quiet time that tells of alerts which are still open: a durable job, so that a restart misses none. */
import type { Clock } from '../platform/clock.ts'
import type { Write } from '../platform/settings/settings-store.ts'
import type { JobOutcome, JobType } from '../scheduler/job-type.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import type { AlertDefinitions, AlertNotifications } from './alert-deps.ts'
import { isSnoozed } from './alert-states.ts'
import { type AlertStore, isResolved, type StoredAlert } from './alert-store.ts'
import { isQuietAt, nextEndOf } from './quiet-schedule.ts'
import type { QuietTimeStore, StoredQuietTime } from './quiet-time-store.ts'
import { appliesTo, type QuietTimes } from './quiet-times.ts'

const QUIET_END_JOB = 'quiet-time-end-v1'
/** Until the next look whether the clock is steady. */
const UNSTEADY_RETRY_MS = 60_000
/** Alerts that one run tells of; the next run follows at once. */
const ALERTS_OF_RUN = 100

export type QuietEnds = ReturnType<typeof createQuietEnds>

export function createQuietEnds(deps: { readonly jobs: Pick<Jobs, 'writes' | 'findJob'>; readonly clock: Clock }) {
  const { jobs, clock } = deps
  async function forgetting(id: string): Promise<readonly Write[]> {
    const job = await jobs.findJob(QUIET_END_JOB, id)
    return job === undefined ? [] : jobs.writes.deleting(job.document.id)
  }
  return {
    forgetting,
    /** The writes that make its end, or none if it has nothing to do there. */
    async planning(time: StoredQuietTime) {
      const nextTime = nextEndOf(time.schedule, clock.now())
      const before = await forgetting(time.id)
      if (time.at_end === 'nothing' || nextTime === undefined) return before
      const config = { type: QUIET_END_JOB, quiet_time_id: time.id }
      const job = { title: `The end of ${time.title}`, description: '', config }
      return [...before, ...jobs.writes.inserting(job, { schedule: { type: 'once' }, nextTime }).writes]
    },
  }
}

interface EndJobDeps {
  readonly isClockSteady: () => boolean
  readonly store: QuietTimeStore
  readonly quietTimes: QuietTimes
  readonly alerts: AlertStore
  readonly definitions: AlertDefinitions
  readonly notifications: AlertNotifications
  readonly clock: Clock
}

export function quietEndJob(deps: EndJobDeps): JobType {
  const { store, clock } = deps
  return {
    type: QUIET_END_JOB,
    atOnce: 1,
    async run({ job }): Promise<JobOutcome> {
      const id = 'quiet_time_id' in job.config ? String(job.config.quiet_time_id) : ''
      const time = await store.find(id)
      const now = clock.now()
      if (time === undefined) return { kind: 'done' }
      // If the clock is ahead, the quiet time may still last by the true time.
      if (!deps.isClockSteady()) return { kind: 'done', next: { at: new Date(now.getTime() + UNSTEADY_RETRY_MS) } }
      const nextEnd = nextEndOf(time.schedule, now)
      const next = nextEnd === undefined ? {} : { next: { at: nextEnd } }
      if (time.at_end === 'nothing' || isQuietAt(time.schedule, now)) return { kind: 'done', ...next }
      const writesOfAlerts: (readonly Write[])[] = []
      for (const alert of await deps.alerts.listBy('owing', 'yes')) {
        const writes = await tellOf(deps, time, alert, now)
        if (writes.length > 0) writesOfAlerts.push(writes)
        if (writesOfAlerts.length === ALERTS_OF_RUN)
          return { kind: 'done', writes: writesOfAlerts.flat(), next: { at: now } }
      }
      return { kind: 'done', writes: writesOfAlerts.flat(), ...next }
    },
  }
}

/** Not of alerts that are snoozed, or that another quiet time holds back: its end may tell of them. */
async function tellOf(
  { quietTimes, alerts, definitions, notifications }: EndJobDeps,
  time: StoredQuietTime,
  alert: StoredAlert,
  now: Date,
): Promise<readonly Write[]> {
  const definition = await definitions.find(alert.event_definition_id)
  if (definition === undefined || !appliesTo(time, definition)) return []
  if (isSnoozed(alert, now.getTime()) || (await quietTimes.activeFor(definition, now)).length > 0) return []
  const current = await alerts.findVersioned(alert.id)
  if (current === undefined || isResolved(current.document)) return []
  const settled = { ...current.document, owes_notification: false, updated_at: now.toISOString() }
  const queued = await notifications.queueNotifications(definition, alert.latest_event, 'quiet-ended')
  return [alerts.replacing(settled, current.version), ...queued]
}
