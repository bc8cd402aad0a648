/** The stored notifications: who may create them, what is deleted with them, and tests of what they send. */
import type {
  DroppedNotifications,
  EventNotification,
  EventNotificationDraft,
  NotificationPause,
  QueuedNotification as QueuedAnswer,
} from '@logyard/contract/event-notifications/event-notifications'
import { MAX_QUEUE_LISTED } from '@logyard/contract/event-notifications/event-notifications'
import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { grn } from '@logyard/contract/identity/shares'
import { mayReadEvent } from '../events/may-read-event.ts'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import { createFairQueue, type FairQueue } from '../platform/fair-queue/fair-queue.ts'
import type { Ids } from '../platform/ids.ts'
import { commitRetrying } from '../platform/settings/commit-retrying.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import { createReplica } from '../platform/settings/replica.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import type { JobTrigger } from '../scheduler/job-type.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import {
  notificationFailed,
  notificationIdMismatch,
  notificationNotFound,
  notificationRefused,
  notificationTestsExhausted,
} from './notification-errors.ts'
import { testModel } from './notification-model.ts'
import { droppedCollection, isShown } from './notification-overflow.ts'
import type { NotificationPauses } from './notification-pauses.ts'
import { keepsSecrets, maskedConfig, retainedConfig } from './notification-secrets.ts'
import {
  type NotificationStore,
  notificationCollection,
  readNotification,
  storedNotification,
} from './notification-store.ts'
import { type AnyNotificationType, type NotificationTypes, rendering } from './notification-type.ts'
import { readQueued, SENDING } from './queued-notification.ts'

export interface EventNotifications extends Disposable {
  /** Those that the caller may read, without secrets, and how many there are. */
  readable(caller: Caller): Promise<{ readonly notifications: readonly EventNotification[]; readonly all: number }>
  /** Readable or not, with secrets. */
  all(): Promise<readonly EventNotification[]>
  /** With secrets: for sending. */
  find(id: string): Promise<EventNotification | undefined>
  /** Without secrets. */
  get(id: string): Promise<EventNotification>
  create(caller: Caller, draft: EventNotificationDraft): Promise<EventNotification>
  /** To be stored together with others. With an id it replaces that notification. */
  preparing(
    caller: Caller,
    draft: EventNotificationDraft,
    id: string | undefined,
  ): Promise<Prepared<Pick<EventNotification, 'id' | 'title'>>>
  /** Whether placeholders in `after` stand for the secrets of `before`. */
  keepsSecrets(before: NotificationConfig, after: NotificationConfig): boolean
  update(id: string, draft: EventNotificationDraft): Promise<EventNotification>
  delete(id: string): Promise<void>
  test(caller: Caller, id: string, signal: AbortSignal): Promise<void>
  testDraft(caller: Caller, draft: EventNotificationDraft, signal: AbortSignal): Promise<void>
  queued(
    caller: Caller,
    filter: { readonly notification_id?: string; readonly event_definition_id?: string },
  ): Promise<QueueAnswer>
  /** Ends the pause of a notification, so that what waits is tried at once. */
  retry(id: string): Promise<void>
  clearQueue(id: string, definitionId: string | undefined): Promise<number>
}

interface QueueAnswer {
  readonly total: number
  readonly queued: QueuedAnswer[]
  readonly pauses: NotificationPause[]
  readonly dropped: DroppedNotifications[]
}

export interface EventNotificationsDeps {
  readonly settings: SettingsStore
  readonly identity: Pick<Identity, 'entities' | 'grants' | 'deleteEntity'>
  readonly jobs: Pick<Jobs, 'writes' | 'findJob' | 'listOpenTriggers' | 'wake'>
  readonly pauses: NotificationPauses
  readonly types: NotificationTypes
  /** For the commit that deletes a notification: the definitions that use it, without it. */
  readonly withoutNotification: (notificationId: string) => Promise<readonly Write[]>
  readonly nodeName: string
  /** The threads that render the templates of test notifications. */
  readonly boundedRuns: BoundedRuns
  readonly clock: Clock
  readonly ids: Ids
}

/** Tests that run at once. Each is a mail to many recipients, or a request to a server that may not answer. */
const TESTS_AT_ONCE = 8
export const TESTS_OF_USER = 2
const MAX_WAITING_TESTS = 100
const TEST_LIMIT_MS = 120_000

interface State extends EventNotificationsDeps {
  readonly tests: FairQueue
  readonly store: NotificationStore
  readonly list: () => Promise<readonly EventNotification[]>
  readonly find: (id: string) => Promise<EventNotification | undefined>
  readonly get: (id: string) => Promise<EventNotification>
}

const notificationGrn = (id: string) => grn('notification', id)

export async function createEventNotifications(deps: EventNotificationsDeps): Promise<EventNotifications> {
  const { settings, identity } = deps
  const store = settings.collection(notificationCollection)
  const replica = createReplica({ settings, collection: store, name: notificationCollection.name, indexes: {} })
  await replica.fresh()
  const find = async (id: string) => {
    await replica.fresh()
    const stored = replica.find(id)
    return stored && readNotification(stored)
  }
  const state: State = {
    ...deps,
    tests: createFairQueue({
      clock: deps.clock,
      places: TESTS_AT_ONCE,
      reservedPlaces: 1,
      placesOfOwner: TESTS_OF_USER,
      waiting: MAX_WAITING_TESTS,
      refuseFullOwner: () => notificationTestsExhausted(TESTS_OF_USER),
    }),
    store,
    find,
    async list() {
      await replica.fresh()
      return replica.list().map(readNotification)
    },
    async get(id) {
      const found = await find(id)
      if (found === undefined) throw notificationNotFound(id)
      return found
    },
  }
  identity.entities.register('notification', {
    title: async (id) => (await find(id))?.title,
    dependencies: async () => [],
  })
  return {
    async readable(caller) {
      const all = await state.list()
      const readable = all.filter(({ id }) => caller.holds(`eventnotifications:read:${id}`))
      return { notifications: readable.map((one) => shown(state, one)), all: all.length }
    },
    all: state.list,
    find,
    get: async (id) => shown(state, await state.get(id)),
    create: (caller, draft) => insertNotification(state, caller, draft),
    async preparing(caller, draft, id) {
      const isKnown = id !== undefined && (await find(id)) !== undefined
      const { notification, writes } = isKnown
        ? await changedNotification(state, id, draft)
        : newNotification(state, caller, draft)
      return { entity: notification, writes, takeEffect: async () => undefined }
    },
    keepsSecrets: (before, after) => keepsSecrets(typeOf(state, before), before, after),
    update: (id, draft) => updateNotification(state, id, draft),
    delete: (id) => deleteNotification(state, id),
    test: async (caller, id, signal) => sendTest(state, caller, (await state.get(id)).config, signal),
    async testDraft(caller, draft, signal) {
      const isOwn = draft.id !== undefined && draft.id !== null && caller.holds(`eventnotifications:edit:${draft.id}`)
      const before = isOwn ? await find(draft.id ?? '') : undefined
      await sendTest(state, caller, readDraft(state, draft, before).config, signal)
    },
    queued: (caller, filter) => listQueued(state, caller, filter),
    async retry(id) {
      await state.get(id)
      await deps.pauses.end(id)
      deps.jobs.wake()
    },
    clearQueue: (id, definitionId) => clearQueue(state, id, definitionId),
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

function typeOf({ types }: Pick<State, 'types'>, config: NotificationConfig): AnyNotificationType {
  const type = types.find(config)
  if (type === undefined) throw new TypeError(`a notification of the unknown type ${config.type} is stored`)
  return type
}

const shown = (state: State, notification: EventNotification): EventNotification => ({
  ...notification,
  config: maskedConfig(typeOf(state, notification.config), notification.config),
})

/** With the secrets of `before` in the place of placeholders. */
function readDraft({ types }: State, draft: EventNotificationDraft, before: EventNotification | undefined) {
  const { title, description, config } = draft
  const titleProblems = title.trim() === '' ? { title: ['Notification title cannot be empty.'] } : {}
  const type = types.find(config)
  if (type === undefined) {
    throw notificationRefused({ ...titleProblems, config: ['Notification config type cannot be empty.'] })
  }
  const whole = type.normalise(retainedConfig(type, config, before?.config))
  const problems = { ...titleProblems, ...type.problems(whole) }
  if (Object.keys(problems).length > 0) throw notificationRefused(problems)
  return { title, description, config: whole }
}

async function insertNotification(
  state: State,
  caller: Caller,
  draft: EventNotificationDraft,
): Promise<EventNotification> {
  const { notification, writes } = newNotification(state, caller, draft)
  await state.settings.commit(writes)
  return shown(state, notification)
}

function newNotification(state: State, caller: Caller, draft: EventNotificationDraft) {
  const { identity, store, jobs, ids } = state
  const notification = { id: ids.next(), ...readDraft(state, draft, undefined) }
  const writes: readonly Write[] = [
    store.inserting(storedNotification(notification)),
    ...jobs.writes.inserting(jobOf(notification)).writes,
    ...identity.grants.creating(caller, notificationGrn(notification.id)),
  ]
  return { notification, writes }
}

const jobOf = ({ id, title, description }: EventNotification) => ({
  title,
  description,
  config: { type: SENDING, notification_id: id },
})

async function updateNotification(state: State, id: string, draft: EventNotificationDraft): Promise<EventNotification> {
  const { notification, writes } = await changedNotification(state, id, draft)
  await state.settings.commit(writes)
  return shown(state, notification)
}

async function changedNotification(state: State, id: string, draft: EventNotificationDraft) {
  const { store, jobs } = state
  const stored = await store.findVersioned(id)
  if (stored === undefined) throw notificationNotFound(id)
  if (draft.id !== undefined && draft.id !== null && draft.id !== id) throw notificationIdMismatch()
  const notification = { id, ...readDraft(state, draft, readNotification(stored.document)) }
  const job = await jobs.findJob(SENDING, id)
  const writes: readonly Write[] = [
    store.replacing(storedNotification(notification), stored.version),
    // The other side may be another one now.
    ...state.pauses.forgetting(id),
    ...(job === undefined
      ? jobs.writes.inserting(jobOf(notification)).writes
      : [jobs.writes.replacing({ ...job.document, ...jobOf(notification) }, job.version)]),
  ]
  return { notification, writes }
}

async function deleteNotification(state: State, id: string): Promise<void> {
  const { settings, identity, store, jobs } = state
  if ((await state.find(id)) === undefined) return
  const job = await jobs.findJob(SENDING, id)
  await identity.deleteEntity(notificationGrn(id), id, (deletingGrants) =>
    commitRetrying(settings, async () => ({
      writes: [
        store.deleting(id),
        ...state.pauses.forgetting(id),
        settings.collection(droppedCollection).deleting(id),
        ...(job === undefined ? [] : await jobs.writes.deleting(job.document.id)),
        ...(await state.withoutNotification(id)),
        ...(await deletingGrants()),
      ],
      answer: undefined,
    })),
  )
}

async function sendTest(state: State, caller: Caller, config: NotificationConfig, signal: AbortSignal): Promise<void> {
  using _place = await state.tests.acquire({ owner: caller.userId, signal })
  const model = testModel(caller.username, state.nodeName, state.clock.now())
  const incident = `test|${model.event.key ?? ''}`
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TEST_LIMIT_MS)])
  try {
    await typeOf(state, config).send(config, {
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
  const readable = (await state.list()).filter(
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

function queuedAnswer({ id, title }: EventNotification, trigger: JobTrigger): QueuedAnswer | undefined {
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
  await state.get(id)
  const waiting = (await openTriggers(state, id)).filter(
    ({ status, data }) =>
      status === 'runnable' &&
      (definitionId === undefined || readQueued(data)?.event_dto.event_definition_id === definitionId),
  )
  if (waiting.length > 0) await state.settings.commit(waiting.map(state.jobs.writes.untriggering))
  return waiting.length
}
