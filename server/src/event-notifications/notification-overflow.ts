/**
 * Drops notifications when too many of one wait, and counts them. The newest stay, because they tell what is wrong now;
 * the events and alerts of the others stay too. Each time the owner whose events have the most waiting loses the
 * oldest one, so a user whose events fill a queue drops no notification of others.
 */
import { type Static, Type } from 'typebox'
import type { Notifications } from '../notices/notifications.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { ScheduledJob } from '../platform/scheduler/scheduler.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import type { Jobs } from '../scheduler/jobs.ts'

/** Queue length per notification; above it the oldest are dropped, a part at a time. */
export const MAX_QUEUED_NOTIFICATIONS = 2000
const KEPT_NOTIFICATIONS = 1500
/** Within moments; more are not queued at all. */
export const MAX_QUEUED_AT_ONCE = 4000
const LOOK_EVERY_MS = 2000
/** Notifications per commit. */
const DELETED_AT_ONCE = 500
/** A count is shown for so long after the last notification was dropped. */
export const DROPPED_COUNT_DAYS = 7
const DAY_MS = 86_400_000

const DroppedCount = Type.Object({
  id: Type.String({ description: 'Of the notification' }),
  count: Type.Integer(),
  last_at: Type.String(),
})
export type DroppedCount = Static<typeof DroppedCount>

export const droppedCollection = defineCollection({
  name: 'event_notifications_dropped',
  audit: { type: 'event-notifications-dropped' },
  schema: DroppedCount,
})

export type NotificationOverflow = ReturnType<typeof createNotificationOverflow>

interface OverflowJobDeps {
  readonly titleOf: (notificationId: string) => Promise<string | undefined>
  readonly notices: Pick<Notifications, 'raise'>
}

interface State {
  readonly settings: SettingsStore
  readonly jobs: Pick<Jobs, 'writes' | 'waitingOf'>
  readonly clock: Clock
  readonly log: Log
  /** Notifications that were full: their job, and how many were refused. */
  readonly full: Map<string, { readonly jobId: string; refused: number }>
}

export function createNotificationOverflow(deps: Omit<State, 'full'>) {
  const state: State = { ...deps, full: new Map() }
  const noted = (id: string, jobId: string) => state.full.getOrInsertComputed(id, () => ({ jobId, refused: 0 }))
  return {
    /** More wait than may. */
    noteFull: (id: string, jobId: string) => void noted(id, jobId),
    /** One could not be queued. */
    noteRefused(id: string, jobId: string) {
      noted(id, jobId).refused += 1
    },
    /** Looks at the queues that were full. */
    job: (jobDeps: OverflowJobDeps): ScheduledJob => ({
      name: 'event-notification-overflow',
      everyMs: LOOK_EVERY_MS,
      scope: 'node',
      async run(signal) {
        for (const [id, { jobId, refused }] of state.full) {
          signal.throwIfAborted()
          state.full.delete(id)
          const dropped = refused + (await dropOldest(state, jobId))
          if (dropped > 0) await tell(state, jobDeps, id, dropped)
        }
      },
    }),
  }
}

async function dropOldest({ settings, jobs }: State, jobId: string): Promise<number> {
  const waiting = jobs.waitingOf(jobId)
  if (waiting.length <= MAX_QUEUED_NOTIFICATIONS) return 0
  const dropped = oldestOfFullest(waiting, waiting.length - KEPT_NOTIFICATIONS)
  for (let from = 0; from < dropped.length; from += DELETED_AT_ONCE) {
    await settings.commit(dropped.slice(from, from + DELETED_AT_ONCE).map(jobs.writes.untriggering))
  }
  return dropped.length
}

interface Waiting {
  readonly id: string
  readonly owner: string
}

/** `waiting` is in the order of time. */
export function oldestOfFullest<T extends Waiting>(waiting: readonly T[], count: number): readonly T[] {
  const owners = [...Map.groupBy(waiting, ({ owner }) => owner).values()].map((queue) => ({ queue, dropped: 0 }))
  const left = ({ queue, dropped }: (typeof owners)[number]) => queue.length - dropped
  const chosen: T[] = []
  while (chosen.length < count) {
    const fullest = owners.reduce((most, one) => (left(one) > left(most) ? one : most))
    const oldest = fullest.queue[fullest.dropped]
    if (oldest === undefined) break
    fullest.dropped += 1
    chosen.push(oldest)
  }
  return chosen
}

async function tell(
  { settings, clock, log }: State,
  { titleOf, notices }: OverflowJobDeps,
  id: string,
  dropped: number,
): Promise<void> {
  const title = await titleOf(id)
  if (title === undefined) return
  log.error({ notificationId: id, dropped }, 'notifications were dropped, because too many wait')
  const store = settings.collection(droppedCollection)
  const last_at = clock.now().toISOString()
  const counted = await store.update(id, ({ count }) => ({ id, count: count + dropped, last_at }))
  if (counted === undefined) await store.put({ id, count: dropped, last_at })
  await notices.raise('event_notifications_dropped', 'urgent', {
    notification_id: id,
    notification_title: title,
    count: dropped,
  })
}

export const isShown = ({ last_at }: DroppedCount, now: Date): boolean =>
  Date.parse(last_at) > now.getTime() - DROPPED_COUNT_DAYS * DAY_MS
