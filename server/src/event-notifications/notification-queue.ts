/**
 * Queues the notifications of events, in the commit that stores the events: a trigger of the notification's job for
 * each. Grace periods count in the time of the events, limits in the time of the server.
 */
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventDto } from '@logyard/contract/events/events'
import type { EventBatch, EventFollower, FollowedEvent } from '../events/event-follower.ts'
import { type Clock, isAhead } from '../platform/clock.ts'
import type { Write } from '../platform/settings/settings-store.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import { MAX_QUEUED_AT_ONCE, MAX_QUEUED_NOTIFICATIONS, type NotificationOverflow } from './notification-overflow.ts'
import { type NotificationCountStore, type NotifiedKeyStore, notifiedKeyId } from './notified-store.ts'
import { newlyQueued, type QueuedKind, SENDING } from './queued-notification.ts'

const DAY_MS = 86_400_000

/** Whether an event's notifications are not to be queued: its alert is snoozed, or a quiet time lasts. */
type HoldsBack = (definition: EventDefinition, followed: FollowedEvent, nowMs: number) => Promise<boolean>

/** Facts about the alert of an event. */
interface AlertAnswers {
  readonly holdsBack: HoldsBack
  /** Whether the event opens an alert. */
  readonly opensAlert: (definition: EventDefinition, followed: FollowedEvent) => Promise<boolean>
}

export interface NotificationQueueDeps {
  readonly jobs: Pick<Jobs, 'writes' | 'findJob' | 'countWaitingTriggers'>
  readonly notified: NotifiedKeyStore
  readonly counts: NotificationCountStore
  readonly overflow: Pick<NotificationOverflow, 'noteFull' | 'noteRefused'>
  readonly clock: Clock
}

export type NotificationQueue = ReturnType<typeof createNotificationQueue>

export function createNotificationQueue(deps: NotificationQueueDeps) {
  return {
    /** Queues all notifications of the definition, without grace. */
    async queueNotifications(
      definition: EventDefinition,
      event: EventDto,
      kind: QueuedKind,
    ): Promise<readonly Write[]> {
      const batch = await startBatch(deps, definition, { definitionId: UNKNOWN_JOB, triggerId: UNKNOWN_JOB })
      for (const use of definition.notifications) queue(deps, batch, use.notification_id, event, kind)
      return batch.writes
    },
    follower: (alerts: AlertAnswers): EventFollower => ({ writesFor: (batch) => writesFor(deps, alerts, batch) }),
  }
}

const UNKNOWN_JOB = '<unknown>'

interface QueuedBatch {
  /** Queues by notification: the job, and how many wait. */
  readonly queues: Map<string, { readonly jobId: string; waiting: number }>
  readonly job: { readonly definitionId: string; readonly triggerId: string }
  readonly writes: Write[]
}

async function startBatch(
  { jobs }: NotificationQueueDeps,
  { notifications }: EventDefinition,
  job: QueuedBatch['job'],
): Promise<QueuedBatch> {
  const queues: QueuedBatch['queues'] = new Map()
  for (const { notification_id } of notifications) {
    const found = await jobs.findJob(SENDING, notification_id)
    if (found === undefined) continue
    const jobId = found.document.id
    queues.set(notification_id, { jobId, waiting: await jobs.countWaitingTriggers(jobId) })
  }
  return { queues, job, writes: [] }
}

async function writesFor(
  deps: NotificationQueueDeps,
  { holdsBack, opensAlert }: AlertAnswers,
  { definition, events, nowMs, ...found }: EventBatch,
): Promise<readonly Write[]> {
  if (definition.notifications.length === 0 || events.length === 0) return []
  const batch = await startBatch(deps, definition, {
    definitionId: found.jobDefinitionId,
    triggerId: found.jobTriggerId,
  })
  if (batch.queues.size === 0) return []
  const graces = createGraces(deps, definition, nowMs)
  const limit = await startLimit(deps, definition, nowMs)
  const seen = new Set<string>()
  for (const followed of events.toSorted(byTime)) {
    if (await holdsBack(definition, followed, nowMs)) continue
    // A user who is told that an alert has ended must hear when the next one opens: no grace period covers it.
    const subject = JSON.stringify([followed.event.key, followed.group])
    const mayOpen = definition.recovery.notify && !seen.has(subject)
    seen.add(subject)
    for (const notificationId of batch.queues.keys()) {
      const passes = await graces.passes(notificationId, followed.event)
      if (!passes && !(mayOpen && (await opensAlert(definition, followed)))) continue
      if (limit.isReached()) continue
      limit.count()
      queue(deps, batch, notificationId, followed.event, 'event')
      graces.notified(notificationId, followed.event)
    }
  }
  return [...batch.writes, ...graces.writes(), ...limit.writes()]
}

const byTime = (a: FollowedEvent, b: FollowedEvent): number => {
  const [first, second] = [a.event.timestamp, b.event.timestamp]
  return first < second ? -1 : first > second ? 1 : 0
}

function queue(
  { jobs, overflow, clock }: NotificationQueueDeps,
  batch: QueuedBatch,
  notificationId: string,
  event: EventDto,
  kind: QueuedKind,
): void {
  const own = batch.queues.get(notificationId)
  if (own === undefined) return
  if (own.waiting >= MAX_QUEUED_AT_ONCE) {
    overflow.noteRefused(notificationId, own.jobId)
    return
  }
  own.waiting += 1
  if (own.waiting > MAX_QUEUED_NOTIFICATIONS) overflow.noteFull(notificationId, own.jobId)
  const data = newlyQueued(event, kind, batch.job)
  batch.writes.push(jobs.writes.triggering(own.jobId, { schedule: { type: 'once' }, nextTime: clock.now(), data }))
}

/** Grace periods of one definition: an event within that of the last notified one is not notified of. */
function createGraces({ notified }: NotificationQueueDeps, definition: EventDefinition, nowMs: number) {
  const graceMs = definition.notification_settings.grace_period_ms
  const lastMs = new Map<string, number | undefined>()
  const versions = new Map<string, number>()
  const changed = new Map<string, string>()
  const idOf = (notificationId: string, { key }: EventDto) => notifiedKeyId(notificationId, definition.id, key ?? '')

  async function read(id: string): Promise<number | undefined> {
    if (lastMs.has(id)) return lastMs.get(id)
    const found = await notified.findVersioned(id)
    if (found !== undefined) versions.set(id, found.version)
    const ms = found === undefined ? undefined : Date.parse(found.document.notified_at)
    lastMs.set(id, ms)
    return ms
  }

  return {
    async passes(notificationId: string, event: EventDto): Promise<boolean> {
      if (graceMs <= 0) return true
      const last = await read(idOf(notificationId, event))
      // A grace period that began while the wall clock was ahead would hold back all until the true time is there.
      return last === undefined || isAhead(last, nowMs) || last <= Date.parse(event.timestamp) - graceMs
    },
    notified(notificationId: string, event: EventDto): void {
      if (graceMs <= 0) return
      const id = idOf(notificationId, event)
      lastMs.set(id, Date.parse(event.timestamp))
      changed.set(id, event.timestamp)
    },
    writes: (): readonly Write[] =>
      Array.from(changed, ([id, notified_at]) => {
        const lasts = Math.max(graceMs, DAY_MS)
        const expires_at = new Date(Math.max(Date.parse(notified_at), nowMs) + lasts).toISOString()
        const status = { id, event_definition_id: definition.id, notified_at, expires_at }
        const version = versions.get(id)
        return version === undefined ? notified.inserting(status) : notified.replacing(status, version)
      }),
  }
}

/** How many notifications of a definition are queued within a time. */
async function startLimit({ counts }: NotificationQueueDeps, definition: EventDefinition, nowMs: number) {
  const { notification_limit: limit, id } = definition
  const stored = limit === null ? undefined : await counts.findVersioned(id)
  const isOver =
    stored === undefined ||
    limit === null ||
    nowMs >= stored.document.since_ms + limit.per_ms ||
    isAhead(stored.document.since_ms, nowMs)
  const sinceMs = isOver ? nowMs : stored.document.since_ms
  const before = isOver ? 0 : stored.document.count
  let count = before
  return {
    isReached: () => limit !== null && count >= limit.count,
    count() {
      count += 1
    },
    writes(): readonly Write[] {
      if (limit === null || count === before) return []
      const document = { id, since_ms: sinceMs, count }
      return [stored === undefined ? counts.inserting(document) : counts.replacing(document, stored.version)]
    },
  }
}
