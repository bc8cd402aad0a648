import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { EventDto } from '@logyard/contract/events/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { triggerCollection } from '../scheduler/job-store.ts'
import { createJobs, type Jobs } from '../scheduler/jobs.ts'
import { type IdentityUnderTest, startIdentity } from '../testing/start-identity.ts'
import { createNotificationOverflow, MAX_QUEUED_AT_ONCE } from './notification-overflow.ts'
import { createNotificationQueue, type NotificationQueue } from './notification-queue.ts'
import { notificationCountCollection, notifiedKeyCollection } from './notified-store.ts'
import { notifiedSweep } from './notified-sweep.ts'
import { readQueued, SENDING } from './queued-notification.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const START_MS = Date.parse('2026-03-01T10:00:00.000Z')
const at = (minute: number) => new Date(START_MS + minute * MINUTE_MS).toISOString()

let world: IdentityUnderTest
let jobs: Jobs
let queue: NotificationQueue
let made = 0

beforeAll(async () => {
  world = await startIdentity({
    startAt: at(60),
    area: async (_api, parts) => {
      const metrics = { counter: () => ({ increment: () => undefined }), gauge: () => undefined }
      jobs = createJobs({ ...parts, nodeId: 'one', metrics })
      const notified = parts.settings.collection(notifiedKeyCollection)
      const counts = parts.settings.collection(notificationCountCollection)
      const overflow = createNotificationOverflow({ ...parts, jobs })
      queue = createNotificationQueue({ ...parts, jobs, notified, counts, overflow })
    },
  })
})
afterAll(async () => {
  await jobs[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

/** A definition with a notification of its own, whose job nothing runs. */
async function ownDefinition(changes: Partial<EventDefinition> = {}): Promise<EventDefinition> {
  made += 1
  const id = `definition-${made}`
  const notificationId = `notification-${made}`
  const config = { type: SENDING, notification_id: notificationId }
  const job = jobs.writes.inserting({ title: notificationId, description: '', config })
  await world.settings.commit(job.writes)
  return {
    id,
    title: 'Too many errors',
    description: '',
    priority: 2,
    alert: true,
    config: {
      type: 'aggregation-v1',
      query: '',
      streams: [],
      group_by: [],
      series: [],
      search_within_ms: MINUTE_MS,
      execute_every_ms: MINUTE_MS,
    },
    key_spec: [],
    field_spec: {},
    notification_settings: { grace_period_ms: 5 * MINUTE_MS, backlog_size: 0 },
    notifications: [{ notification_id: notificationId, notification_parameters: null }],
    storage: [],
    tags: [],
    remediation_steps: '',
    event_summary_template: '',
    recovery: { notify: false, after_ms: 0 },
    notification_limit: null,
    updated_at: at(0),
    ...changes,
  }
}

const anEvent = (definition: EventDefinition, minute: number, key: string): EventDto => ({
  id: `${definition.id} ${minute} ${key}`,
  event_definition_type: definition.config.type,
  event_definition_id: definition.id,
  origin_context: null,
  timestamp: at(minute),
  timestamp_processing: at(minute),
  timerange_start: null,
  timerange_end: null,
  streams: [],
  source_streams: [],
  message: 'An event',
  source: 'node',
  key_tuple: key === '' ? [] : [key],
  key,
  priority: 2,
  alert: true,
  fields: {},
})

/** One run that finds events at these minutes. */
async function found(
  definition: EventDefinition,
  events: readonly (readonly [minute: number, key: string])[],
  isHeldBack: (event: EventDto) => boolean = () => false,
  opensAlert = false,
): Promise<void> {
  const follower = queue.follower({
    holdsBack: async (_definition, { event }) => isHeldBack(event),
    opensAlert: async () => opensAlert,
  })
  const writes = await follower.writesFor({
    definition,
    events: events.map(([minute, key]) => ({ event: anEvent(definition, minute, key), group: [], facts: [] })),
    range: { fromMs: START_MS, toMs: START_MS },
    isEnd: true,
    nowMs: world.clock.now().getTime(),
    jobDefinitionId: 'job',
    jobTriggerId: 'trigger',
  })
  await world.settings.commit(writes)
}

async function queued(definition: EventDefinition): Promise<string[]> {
  const job = await jobs.findJob(SENDING, definition.notifications[0]?.notification_id ?? '')
  const triggers = await jobs.listOpenTriggers(job?.document.id ?? '')
  return triggers.map(({ data }) => {
    const { kind, event_dto: event } = readQueued(data) ?? {}
    return `${kind} ${event?.timestamp.slice(11, 16)} ${event?.key}`
  })
}

test('within the grace period of a key no second notification is queued, in the time of events', async () => {
  const definition = await ownDefinition()
  await found(definition, [
    [3, 'a'],
    [0, 'a'],
  ])
  await found(definition, [
    [5, 'a'],
    [4, 'b'],
  ])
  await found(definition, [[9, 'a']])
  expect(await queued(definition)).toEqual(['event 10:00 a', 'event 10:04 b', 'event 10:05 a'])
})

test('without a grace period every event is notified of, and late events never end a grace period', async () => {
  const settings = { grace_period_ms: 0, backlog_size: 0 }
  const none = await ownDefinition({ notification_settings: settings })
  await found(none, [
    [0, ''],
    [0, ''],
    [1, ''],
  ])
  expect(await queued(none)).toHaveLength(3)
  const late = await ownDefinition()
  await found(late, [[10, '']])
  await found(late, [[2, '']])
  expect(await queued(late)).toEqual(['event 10:10 '])
})

test.each([2 * HOUR_MS, 72 * HOUR_MS])('a clock that was %i ms ahead holds no notification back', async (aheadMs) => {
  const definition = await ownDefinition({ notification_limit: { count: 1, per_ms: HOUR_MS } })
  world.clock.setBy(aheadMs)
  await found(definition, [[60 + aheadMs / MINUTE_MS, 'a']])
  expect(await queued(definition)).toHaveLength(1)
  world.clock.setBy(-aheadMs)
  await found(definition, [[60, 'a']])
  expect(await queued(definition)).toHaveLength(2)
  await found(definition, [[61, 'a']])
  expect(await queued(definition)).toHaveLength(2)
})

test('an event that is held back does not begin a grace period', async () => {
  const definition = await ownDefinition()
  await found(definition, [[0, 'a']], () => true)
  await found(definition, [[1, 'a']])
  expect(await queued(definition)).toEqual(['event 10:01 a'])
})

test('an event that opens an alert is notified of in a grace period too, if the ends of alerts are', async () => {
  const told = await ownDefinition({ recovery: { notify: true, after_ms: 0 } })
  const untold = await ownDefinition()
  for (const definition of [told, untold]) {
    await found(definition, [[0, '']])
    await found(definition, [[1, '']])
    const opening = [
      [2, ''],
      [3, ''],
    ] as const
    await found(definition, opening, undefined, true)
  }
  expect(await queued(told)).toEqual(['event 10:00 ', 'event 10:02 '])
  expect(await queued(untold)).toEqual(['event 10:00 '])
})

test('a definition has no more notifications within a time than its limit', async () => {
  const limit = { count: 2, per_ms: HOUR_MS }
  const definition = await ownDefinition({
    notification_limit: limit,
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  })
  await found(definition, [[0, 'a']])
  await found(definition, [
    [1, 'b'],
    [2, 'c'],
  ])
  expect(await queued(definition)).toHaveLength(2)
  world.clock.advance(HOUR_MS)
  await found(definition, [[61, 'd']])
  expect(await queued(definition)).toHaveLength(3)
})

test('one notification has a limited queue', async () => {
  const definition = await ownDefinition({ notification_settings: { grace_period_ms: 0, backlog_size: 0 } })
  const many = Array.from({ length: MAX_QUEUED_AT_ONCE + 10 }, (_, index) => [index, ''] as const)
  await found(definition, many)
  expect(await queued(definition)).toHaveLength(MAX_QUEUED_AT_ONCE)
})

test('notifications that failed leave the queue to others', async () => {
  const definition = await ownDefinition({ notification_settings: { grace_period_ms: 0, backlog_size: 0 } })
  const many = Array.from({ length: MAX_QUEUED_AT_ONCE }, (_, index) => [index, ''] as const)
  await found(definition, many)
  const triggers = world.settings.collection(triggerCollection)
  const job = await jobs.findJob(SENDING, definition.notifications[0]?.notification_id ?? '')
  const waiting = await jobs.listOpenTriggers(job?.document.id ?? '')
  await world.settings.commit(waiting.map((trigger) => triggers.replacing({ ...trigger, status: 'error' })))
  await found(definition, [[0, 'later']])
  expect(await queued(definition)).toContain('event 10:00 later')
})

test('a recovery is queued without grace', async () => {
  const definition = await ownDefinition()
  await found(definition, [[0, 'a']])
  await world.settings.commit(await queue.queueNotifications(definition, anEvent(definition, 1, 'a'), 'recovered'))
  expect(await queued(definition)).toEqual(['event 10:00 a', 'recovered 10:01 a'])
})

test('a grace period longer than a day survives the sweep, and what expired is deleted', async () => {
  const DAY_MS = 24 * HOUR_MS
  const long = await ownDefinition({ notification_settings: { grace_period_ms: 3 * DAY_MS, backlog_size: 0 } })
  const short = await ownDefinition()
  const nowMinute = (world.clock.now().getTime() - START_MS) / MINUTE_MS
  for (const definition of [long, short]) await found(definition, [[nowMinute, 'a']])
  world.clock.advance(2 * DAY_MS)
  const notified = world.settings.collection(notifiedKeyCollection)
  const sweep = notifiedSweep({ settings: world.settings, notified, clock: world.clock })
  expect(sweep.deletesByAge).toBe(true)
  await sweep.run(new AbortController().signal)
  const left = (await notified.list()).map(({ event_definition_id }) => event_definition_id)
  expect(left).toContain(long.id)
  expect(left).not.toContain(short.id)
})
