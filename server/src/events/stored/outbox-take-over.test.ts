import type { EventDto } from '@logyard/contract/events/events'
import { expect, test } from 'vitest'
import { createLifecycle } from '../../cluster/lifecycle.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { createProcessingControl } from '../../processing/processing-control.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { startTestEngine } from '../../testing/start-index-sets.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { EVENTS_INDEX } from '../testing/evaluating-node.ts'
import { storedEvents } from '../testing/evaluation-progress.ts'
import { eventIds } from './event-ids.ts'
import { createEventStore, type EventStoreDeps } from './event-store.ts'
import { outboxCollection } from './outbox.ts'

const AT = '2026-03-01T09:00:00.000Z'

interface Parts {
  readonly settings: SettingsStore
  readonly engine: Engine
  readonly whileRunning?: EventStoreDeps['whileRunning']
  readonly takeOverMs?: number
}

const startStore = (nodeId: string, { settings, engine, whileRunning = (work) => work(), takeOverMs = 1000 }: Parts) =>
  createEventStore({
    settings,
    engine,
    fields: { note: async () => [] },
    whileRunning,
    targets: {
      hold: () => ({
        targets: new Map([['events', EVENTS_INDEX]]),
        analyzers: new Map(),
        [Symbol.dispose]: () => undefined,
      }),
    },
    indexSetOf: async () => 'events',
    clock: systemClock,
    ids: createIds(() => systemClock.now()),
    log: createLog('fatal'),
    nodeId,
    takeOverMs,
  })

function anEvent(occurrence: string) {
  const { ulid, uuid } = eventIds('definition', occurrence, Date.parse(AT))
  const event: EventDto = {
    id: ulid,
    event_definition_type: 'aggregation-v1',
    event_definition_id: 'definition',
    origin_context: null,
    timestamp: AT,
    timestamp_processing: AT,
    timerange_start: null,
    timerange_end: null,
    streams: ['000000000000000000000002'],
    source_streams: [],
    message: occurrence,
    source: 'node',
    key_tuple: [],
    key: '',
    priority: 2,
    alert: false,
    fields: {},
  }
  return { uuid, event }
}

test('events that a stopped node left behind are stored by another one, each once', async () => {
  await using store = await startTestEngine()
  await using temporary = await temporarySettings()
  const parts = { settings: temporary.settings, engine: store.engine }
  const outbox = temporary.settings.collection(outboxCollection)
  await using stopped = startStore('stopped', parts)
  await using other = startStore('other', parts)
  other.open()
  await parts.settings.commit(stopped.storing([anEvent('first'), anEvent('second')]))
  await expect.poll(() => outbox.count()).toBe(0)
  const events = () => storedEvents(store.engine)
  const texts = async () => (await events()).map((line) => line.split(' ')[1])
  expect(await texts()).toEqual(['first', 'second'])
  // The stopped node had stored one of them, and comes back.
  await parts.settings.commit(stopped.storing([anEvent('second'), anEvent('third')]))
  await using back = startStore('stopped', parts)
  back.open()
  await expect.poll(() => outbox.count()).toBe(0)
  expect(await texts()).toEqual(['first', 'second', 'third'])
})

test('events wait while processing is paused', async () => {
  await using store = await startTestEngine()
  await using temporary = await temporarySettings()
  const parts = { settings: temporary.settings, engine: store.engine, takeOverMs: 60_000 }
  const outbox = temporary.settings.collection(outboxCollection)
  const control = createProcessingControl({
    lifecycle: createLifecycle(),
    clock: systemClock,
    log: createLog('off'),
  })
  control.pause()
  await using paused = startStore('paused', { ...parts, whileRunning: control.whileRunning })
  await using other = startStore('other', parts)
  paused.open()
  other.open()
  const texts = async () => (await storedEvents(store.engine)).map((line) => line.split(' ')[1])
  await parts.settings.commit(paused.storing([anEvent('held')]))
  await parts.settings.commit(other.storing([anEvent('stored')]))
  await expect.poll(() => outbox.count()).toBe(1)
  expect(await texts()).toEqual(['stored'])
  expect(control.isWriting()).toBe(false)
  control.resume()
  await expect.poll(() => outbox.count()).toBe(0)
  expect((await texts()).sort()).toEqual(['held', 'stored'])
})
