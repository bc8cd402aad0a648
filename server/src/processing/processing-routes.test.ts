import { describe, expect, test } from 'vitest'
import { createLifecycle } from '../cluster/lifecycle.ts'
import { createClusterConfig } from '../cluster-config/cluster-config.ts'
import { journalRoutes } from '../ingest/journal/journal-routes.ts'
import { watchJournal } from '../ingest/journal/journal-watch.ts'
import { openJournal } from '../ingest/journal/lmdb-journal.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createLog } from '../platform/log.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { numberedMessage, testOrigin } from '../testing/journal-messages.ts'
import { startHttp } from '../testing/start-http.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { MESSAGE_PROCESSORS } from './message-processors.ts'
import { createProcessingControl } from './processing-control.ts'
import { processingRoutes } from './processing-routes.ts'
import { createProcessingStatuses } from './processing-status.ts'
import { createProcessorOrder } from './processor-order.ts'

const NODE_ID = testOrigin.nodeId
const LIMIT_BYTES = 100_000

async function startWorld() {
  const stack = new AsyncDisposableStack()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const log = createLog('off')
  const { settings, folder } = stack.use(await temporarySettings())
  const journal = stack.use(openJournal({ folder: `${folder}/journal`, clock, log, sizeLimitBytes: LIMIT_BYTES }))
  const lifecycle = createLifecycle()
  lifecycle.enter('running')
  const metrics = stack.use(createMetrics(clock))
  const raised: unknown[] = []
  const notifications = { raise: async (...notification: unknown[]) => void raised.push(notification) }
  stack.use(watchJournal({ journal, metrics, notifications, lifecycle, clock, log }))
  const control = createProcessingControl({ lifecycle, clock, log })
  const processing = {
    control,
    receiveTimes: () => ({
      ingest: new Date(journal.figures().newestReceivedAtMs),
      postProcessing: new Date(0),
      postIndexing: new Date(0),
    }),
    isQuiet: () => control.isPaused(),
    currentWork: async () => ['idle', 'message 3 of 17 from journal offset 40 on'],
  }
  const order = await createProcessorOrder({
    processors: MESSAGE_PROCESSORS,
    clusterConfig: createClusterConfig({ settings }),
  })
  stack.use(order)
  const statuses = stack.use(createProcessingStatuses({ processing, settings, clock, log, nodeId: NODE_ID }))
  const http = stack.use(
    await startHttp((api) => {
      journalRoutes(api, { journal })
      processingRoutes(api, {
        processing,
        statuses,
        processorOrder: order,
        nodes: { listActive: async () => [] },
        nodeId: NODE_ID,
      })
    }),
  )
  return {
    ...http,
    clock,
    journal,
    lifecycle,
    order,
    control,
    metrics,
    raised,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('the figures of the journal need a permission', async () => {
  await using world = await startWorld()
  world.journal.append(testOrigin, numberedMessage(1))
  world.clock.advance(5)
  await world.journal.flushed()
  const { status, body } = await world.ask('GET', '/system/journal', 'journal:read')
  expect(status).toBe(200)
  expect(body).toEqual({
    enabled: true,
    append_events_per_second: 0,
    read_events_per_second: 0,
    uncommitted_journal_entries: 1,
    journal_size: expect.any(Number),
    journal_size_limit: LIMIT_BYTES,
    number_of_segments: 1,
    oldest_segment: '2026-03-01T09:00:00.005Z',
    journal_config: {
      directory: expect.stringMatching(/^file:\/\/\/.*\/journal\/$/),
      segment_size: 262_144,
      segment_age: 5,
      max_size: LIMIT_BYTES,
      max_age: 43_200_000,
      flush_interval: 1,
      flush_age: 5,
    },
  })
  expect((await world.ask('GET', `/cluster/${NODE_ID}/journal`, 'journal:read')).body).toEqual(body)
  expect((await world.ask('GET', '/cluster/other/journal', 'journal:read')).status).toBe(404)
  expect((await world.ask('GET', '/system/journal', 'nothing')).status).toBe(403)
})

test('the oldest segment of an empty journal is the time since which it is empty', async () => {
  await using world = await startWorld()
  const oldest = async () => Object((await world.ask('GET', '/system/journal', 'journal:read')).body).oldest_segment
  expect(await oldest()).toBe('2026-03-01T09:00:00.000Z')
  world.journal.append(testOrigin, numberedMessage(1))
  world.clock.advance(5)
  await world.journal.flushed()
  expect(await oldest()).toBe('2026-03-01T09:00:00.005Z')
  world.journal.commit(1)
  world.clock.advance(60_000)
  await expect.poll(oldest).toBe('2026-03-01T09:01:00.005Z')
})

test('a full journal raises one notification, throttles the node and shows in metrics until there is room', async () => {
  await using world = await startWorld()
  let appended = 0
  while (world.journal.append(testOrigin, numberedMessage(appended))) appended += 1
  world.clock.advance(5)
  await world.journal.flushed()
  world.clock.advance(2000)
  expect(world.lifecycle.state()).toBe('throttled')
  expect(world.raised).toEqual([
    ['journal_utilization_too_high', 'urgent', { journal_utilization_percentage: expect.any(Number) }],
  ])
  // It may have been dismissed, and the journal is still full.
  world.clock.advance(20_000)
  expect(world.raised).toMatchObject([{ 0: 'journal_utilization_too_high' }, { 0: 'journal_utilization_too_high' }])
  expect(world.metrics.find('org.graylog2.journal.entries-uncommitted')).toEqual({ type: 'gauge', value: appended })
  world.journal.commit(appended)
  await expect
    .poll(() => {
      world.clock.advance(1000)
      return world.lifecycle.state()
    })
    .toBe('running')
  expect(world.metrics.find('org.graylog2.journal.utilization-ratio')).toEqual({ type: 'gauge', value: 0 })
})

test('a full journal does not resume processing that a user paused', async () => {
  await using world = await startWorld()
  world.control.pause()
  while (world.journal.append(testOrigin, numberedMessage(1)));
  world.clock.advance(2000)
  expect(world.lifecycle.state()).toBe('paused')
})

test('processing is paused and resumed, and unlocking leaves it as it is', async () => {
  await using world = await startWorld()
  const may = `processing:changestate:${NODE_ID}`
  expect((await world.ask('PUT', '/system/processing/pause', 'nothing')).status).toBe(403)
  expect((await world.ask('PUT', '/system/processing/pause', may)).status).toBe(204)
  expect(world.control.isPaused()).toBe(true)
  expect((await world.ask('POST', `/cluster/${NODE_ID}/processing/resume`, may)).status).toBe(204)
  expect(world.control.isPaused()).toBe(false)
  expect((await world.ask('POST', '/cluster/other/processing/pause', '*')).status).toBe(404)
  world.control.pause()
  expect((await world.ask('PUT', '/system/processing/pause/unlock', 'nothing')).status).toBe(403)
  expect((await world.ask('PUT', '/system/processing/pause/unlock', may)).status).toBe(204)
  expect(world.control.isPaused()).toBe(true)
  expect((await world.ask('PUT', '/system/processing/resume', may)).status).toBe(204)
  expect(world.control.isPaused()).toBe(false)
})

test('a pause for a time ends by itself unless it is renewed, or somebody else decides', async () => {
  await using world = await startWorld()
  const may = `processing:changestate:${NODE_ID}`
  const hold = async (limit_seconds: number | null) =>
    (await world.ask('PUT', '/logyard/processing/hold', may, { limit_seconds })).body
  expect((await world.ask('PUT', '/logyard/processing/hold', 'nothing', { limit_seconds: 10 })).status).toBe(403)
  expect((await world.ask('PUT', '/logyard/processing/hold', may, { limit_seconds: 0 })).status).toBe(400)
  expect(world.control.isPaused()).toBe(false)
  expect(await hold(10)).toEqual({ was_paused: false, is_paused: true, is_quiet: true })
  world.clock.advance(9_000)
  expect(await hold(10)).toEqual({ was_paused: true, is_paused: true, is_quiet: true })
  world.clock.advance(9_000)
  expect(world.control.isPaused()).toBe(true)
  world.clock.advance(1_000)
  await expect.poll(world.control.isPaused).toBe(false)
  const state = await world.ask('GET', '/logyard/processing/hold', 'nothing')
  expect(state.body).toEqual({ is_paused: false, is_quiet: false })
  await hold(10)
  world.control.resume()
  world.control.pause()
  world.clock.advance(20_000)
  expect(world.control.isPaused()).toBe(true)
  expect(await hold(null)).toMatchObject({ was_paused: true })
})

test('the status of processing begins in 1970 and is persisted once messages arrive', async () => {
  await using world = await startWorld()
  const epoch = '1970-01-01T00:00:00.000Z'
  expect((await world.ask('GET', '/system/processing/status', 'nothing')).body).toEqual({
    receive_times: { ingest: epoch, post_processing: epoch, post_indexing: epoch },
  })
  world.clock.advance(10_000)
  const missing = await world.ask('GET', '/system/processing/status/persisted', 'nothing')
  expect(missing).toMatchObject({ status: 404, body: { message: 'No processing status persisted yet' } })
  world.journal.append(testOrigin, numberedMessage(0))
  world.clock.advance(10_000)
  await expect
    .poll(async () => (await world.ask('GET', '/system/processing/status/persisted', 'nothing')).body)
    .toEqual({ receive_times: { ingest: '2026-03-01T09:00:00.000Z', post_processing: epoch, post_indexing: epoch } })
})

test('the current work of the threads can be dumped', async () => {
  await using world = await startWorld()
  const dump = await world.ask('GET', `/cluster/${NODE_ID}/processbufferdump`, `processbuffer:dump:${NODE_ID}`)
  expect(dump.body).toEqual({
    processbuffer_dump: {
      'ProcessBufferProcessor #0': 'idle',
      'ProcessBufferProcessor #1': 'message 3 of 17 from journal offset 40 on',
    },
  })
})

describe('message processors', () => {
  const PATH = '/system/messageprocessors/config'
  const [geoIp, pipelines, chain] = MESSAGE_PROCESSORS.map(({ className, name }) => ({ name, class_name: className }))
  const byDefault = { processor_order: [geoIp, pipelines, chain], disabled_processors: [] }

  test('are ordered by class name until a user orders them', async () => {
    await using world = await startWorld()
    expect((await world.ask('GET', PATH, 'clusterconfigentry:read')).body).toEqual(byDefault)
    expect((await world.ask('GET', PATH, 'nothing')).status).toBe(403)
  })

  test('unknown ones are ignored, missing ones come last, and the change is in effect once it is answered', async () => {
    await using world = await startWorld()
    let changes = 0
    world.order.onChange(() => {
      changes += 1
    })
    const body = {
      processor_order: [chain, { name: 'Other', class_name: 'org.example.Other' }],
      disabled_processors: [geoIp?.class_name, 'org.example.Other'],
    }
    const put = await world.ask('PUT', PATH, 'clusterconfigentry:edit', body)
    expect(put).toMatchObject({ status: 200, body })
    expect(world.order.enabled()).toEqual([chain?.class_name, pipelines?.class_name])
    expect(changes).toBeGreaterThan(0)
    expect((await world.ask('GET', PATH, 'clusterconfigentry:read')).body).toEqual({
      processor_order: [chain, geoIp, pipelines],
      disabled_processors: [geoIp?.class_name],
    })
    expect((await world.ask('PUT', PATH, 'clusterconfigentry:read', body)).status).toBe(403)
  })

  test('all of them can be switched off', async () => {
    await using world = await startWorld()
    const all = MESSAGE_PROCESSORS.map(({ className }) => className)
    const body = { ...byDefault, disabled_processors: all }
    expect((await world.ask('PUT', PATH, 'clusterconfigentry:edit', body)).status).toBe(200)
    expect(world.order.enabled()).toEqual([])
  })
})
