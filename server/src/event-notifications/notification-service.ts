/** The stored notifications, their queues, and tests of what they send. */
import type {
  EventNotificationDraft,
  QueuedNotification as QueuedAnswer,
} from '@logyard/contract/event-notifications/event-notifications'
import { MAX_QUEUE_LISTED } from '@logyard/contract/event-notifications/event-notifications'
import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { mayReadEvent } from '../events/may-read-event.ts'
import type { Caller } from '../http/caller.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import { createFairQueue, type FairQueue } from '../platform/fair-queue/fair-queue.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { JobTrigger } from '../scheduler/job-type.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import { notificationFailed, notificationTestsExhausted } from './notification-errors.ts'
import {
  type NotificationKind,
  type NotificationKindDeps,
  notificationKind,
  readDraft,
  shown,
  typeOf,
} from './notification-kind.ts'
import { testModel } from './notification-model.ts'
import { droppedCollection, isShown } from './notification-overflow.ts'
import type { NotificationPauses } from './notification-pauses.ts'
import { notificationCollection, readNotification, type StoredNotification } from './notification-store.ts'
import { rendering } from './notification-type.ts'
import { readQueued, SENDING } from './queued-notification.ts'

export type EventNotifications = Awaited<ReturnType<typeof createEventNotifications>>

export interface EventNotificationsDeps extends Omit<NotificationKindDeps, 'replica'> {
  readonly jobs: Pick<Jobs, 'writes' | 'findJob' | 'listOpenTriggers' | 'wake'>
  readonly pauses: NotificationPauses
  readonly nodeName: string
  /** The threads that render the templates of test notifications. */
  readonly boundedRuns: BoundedRuns
  readonly clock: Clock
}

/** Tests that run at once. Each is a mail to many recipients, or a request to a server that may not answer. */
const TESTS_AT_ONCE = 8
export const TESTS_OF_USER = 2
const MAX_WAITING_TESTS = 100
const TEST_LIMIT_MS = 120_000

interface State extends EventNotificationsDeps {
  readonly kind: NotificationKind
  readonly tests: FairQueue
}

export async function createEventNotifications(deps: EventNotificationsDeps) {
  const { settings, types } = deps
  const replica = createReplica(settings, notificationCollection)
  await replica.fresh()
  const kind = notificationKind({ ...deps, replica })
  const tests = createFairQueue({
    clock: deps.clock,
    places: TESTS_AT_ONCE,
    reservedPlaces: 1,
    placesOfOwner: TESTS_OF_USER,
    waiting: MAX_WAITING_TESTS,
    refuseFullOwner: () => notificationTestsExhausted(TESTS_OF_USER),
  })
  const state: State = { ...deps, kind, tests }
  const answer = async (stored: Promise<StoredNotification>) => shown(types, readNotification(await stored))
  /** Notification with secrets, for sending. */
  async function find(id: string) {
    const stored = await kind.find(id)
    return stored && readNotification(stored)
  }
  return {
    kind,
    /** Those that the caller may read, without secrets, and how many there are. */
    async readable(caller: Caller) {
      const all = await kind.list()
      const readable = all.filter(({ id }) => caller.holds(`eventnotifications:read:${id}`))
      return { notifications: readable.map((one) => shown(types, readNotification(one))), all: all.length }
    },
    find,
    /** Without secrets. */
    get: (id: string) => answer(kind.get(id)),
    create: (caller: Caller, draft: EventNotificationDraft) => answer(kind.create(draft, caller)),
    update: (caller: Caller, id: string, draft: EventNotificationDraft) =>
      answer(kind.replace(id, () => draft, caller)),
    // An unknown one is not an error, as the API always had it.
    async delete(id: string) {
      if ((await kind.find(id)) !== undefined) await kind.delete(id)
    },
    test: async (caller: Caller, id: string, signal: AbortSignal) =>
      sendTest(state, caller, readNotification(await kind.get(id)).config, signal),
    async testDraft(caller: Caller, draft: EventNotificationDraft, signal: AbortSignal) {
      const isOwn = draft.id !== undefined && draft.id !== null && caller.holds(`eventnotifications:edit:${draft.id}`)
      const before = isOwn ? await find(draft.id ?? '') : undefined
      await sendTest(state, caller, readDraft(types, draft, before).config, signal)
    },
    queued: (caller: Caller, filter: { readonly notification_id?: string; readonly event_definition_id?: string }) =>
      listQueued(state, caller, filter),
    /** Ends the pause of a notification, so that what waits is tried at once. */
    async retry(id: string) {
      await kind.get(id)
      await deps.pauses.end(id)
      deps.jobs.wake()
    },
    clearQueue: (id: string, definitionId: string | undefined) => clearQueue(state, id, definitionId),
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

async function sendTest(state: State, caller: Caller, config: NotificationConfig, signal: AbortSignal): Promise<void> {
  using _place = await state.tests.acquire({ owner: caller.userId, signal })
  const model = testModel(caller.username, state.nodeName, state.clock.now())
  const incident = `test|${model.event.key ?? ''}`
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TEST_LIMIT_MS)])
  try {
    await typeOf(state.types, config).send(config, {
      model,
      render: rendering(state.boundedRuns, model, { userId: caller.userId, signal: limited }),
      definition: undefined,
      incident,
      isTest: true,
      attempt: 0,
      signal: limited,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw notificationFailed(reason, { cause: error })
  }
}

async function listQueued(
  state: State,
  caller: Caller,
  filter: { readonly notification_id?: string; readonly event_definition_id?: string },
) {
  const { notification_id: wanted, event_definition_id: definitionId } = filter
  const readable = (await state.kind.list()).filter(
    ({ id }) => caller.holds(`eventnotifications:read:${id}`) && (wanted === undefined || id === wanted),
  )
  const found: QueuedAnswer[] = []
  for (const notification of readable) {
    for (const trigger of await openTriggers(state, notification.id)) {
      const answer = queuedAnswer(notification, trigger)
      // The message of an event is for those who may see the event.
      if (answer !== undefined && mayReadEvent(caller, readQueued(trigger.data)?.event_dto.source_streams ?? []))
        found.push(answer)
    }
  }
  const matching = found.filter((one) => definitionId === undefined || one.event_definition_id === definitionId)
  const oldestFirst = matching.toSorted((a, b) => (a.queued_at < b.queued_at ? -1 : 1))
  const troubles = await troublesOf(state, new Set(readable.map(({ id }) => id)))
  return { total: matching.length, queued: oldestFirst.slice(0, MAX_QUEUE_LISTED), ...troubles }
}

/** Why notifications wait, and how many were dropped. */
async function troublesOf({ settings, pauses, clock }: State, ids: ReadonlySet<string>) {
  const dropped = await settings.collection(droppedCollection).list()
  return {
    pauses: (await pauses.list())
      .filter(({ id }) => ids.has(id))
      .map(({ id, ...pause }) => ({ notification_id: id, ...pause })),
    dropped: dropped
      .filter((count) => ids.has(count.id) && isShown(count, clock.now()))
      .map(({ id, ...count }) => ({ notification_id: id, ...count })),
  }
}

async function openTriggers({ jobs }: State, notificationId: string): Promise<readonly JobTrigger[]> {
  const job = await jobs.findJob(SENDING, notificationId)
  return job === undefined ? [] : jobs.listOpenTriggers(job.document.id)
}

function queuedAnswer({ id, title }: StoredNotification, trigger: JobTrigger): QueuedAnswer | undefined {
  const queued = readQueued(trigger.data)
  if (queued === undefined) return undefined
  return {
    id: trigger.id,
    notification_id: id,
    notification_title: title,
    event_definition_id: queued.event_dto.event_definition_id,
    event_id: queued.event_dto.id,
    event_message: queued.event_dto.message,
    queued_at: trigger.created_at,
    next_time: trigger.next_time,
    status: trigger.status,
    problem: trigger.problem ?? queued.problem,
  }
}

async function clearQueue(state: State, id: string, definitionId: string | undefined): Promise<number> {
  await state.kind.get(id)
  const waiting = (await openTriggers(state, id)).filter(
    ({ status, data }) =>
      status === 'runnable' &&
      (definitionId === undefined || readQueued(data)?.event_dto.event_definition_id === definitionId),
  )
  if (waiting.length > 0) await state.settings.commit(waiting.map(state.jobs.writes.untriggering))
  return waiting.length
}
