import type { EventDto } from '@logyard/contract/events/events'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { startTestEngine } from '../../testing/start-index-sets.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { EVENTS_INDEX } from '../testing/evaluating-node.ts'
import { storedEvents } from '../testing/evaluation-progress.ts'
import { eventIds } from './event-ids.ts'
import { createEventStore } from './event-store.ts'
import { outboxCollection } from './outbox.ts'

const AT = '2026-03-01T09:00:00.000Z'

const startStore = (nodeId: string, { settings, engine }: { settings: SettingsStore; engine: Engine }) =>
  createEventStore({
    settings,
    engine,
    fields: { note: async () => [] },
    whileRunning: (work) => work(),
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
    takeOverMs: 1000,
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
