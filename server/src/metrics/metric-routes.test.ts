import { expect, test } from 'vitest'
import { fixedClock } from '../testing/fixed-clock.ts'
import { startHttp, TEST_NODE_ID } from '../testing/start-http.ts'
import { addHttpMetrics } from './http-metrics.ts'
import { metricRoutes } from './metric-routes.ts'
import { createMetrics } from './metrics.ts'
import { createRuntimeMetrics } from './runtime-metrics.ts'
import { createThroughput } from './throughput.ts'

async function startMetrics() {
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const metrics = createMetrics(clock)
  const throughput = createThroughput({ metrics, clock })
  metrics.counter('pots.sold').increment(2)
  const http = await startHttp((api) => {
    addHttpMetrics(api, metrics)
    metricRoutes(api, { metrics, throughput, nodeId: TEST_NODE_ID })
  })
  const ask = async (path: string, permissions: string, body?: unknown) => {
    const answer = await http.ask(body === undefined ? 'GET' : 'POST', path, permissions, body)
    return { status: answer.status, body: answer.body }
  }
  return { clock, metrics, throughput, ask, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() }
}

const sold = { full_name: 'pots.sold', name: 'sold', type: 'counter', metric: { count: 2 } }

test('requesting metrics by name omits those that are unknown or that the caller may not read', async () => {
  await using world = await startMetrics()
  const { ask } = world
  const metrics = ['org.graylog2.throughput.input', 'unknown', 'pots.sold']
  const mine = await ask('/cluster/metrics/multiple', 'metrics:read:pots.sold', { metrics })
  expect(mine).toEqual({ status: 200, body: { [TEST_NODE_ID]: { total: 1, metrics: [sold] } } })
  const all = await ask('/system/metrics/multiple', 'metrics:read', { metrics })
  expect(all.body).toMatchObject({ total: 2, metrics: [{ full_name: metrics[0] }, { full_name: metrics[2] }] })
  const none = await ask(`/cluster/${TEST_NODE_ID}/metrics/multiple`, 'metrics:read', { metrics: [] })
  expect(none.body).toEqual({ total: 0, metrics: [] })
  expect(await ask('/cluster/metrics/multiple', '*', {})).toMatchObject({
    body: { message: 'Missing required properties: metrics.' },
  })
  expect(await ask('/cluster/nope/metrics/multiple', '*', { metrics })).toMatchObject({
    body: { message: 'Unable to find node nope' },
  })
})

test('a namespace is a prefix, and an empty one does not exist', async () => {
  await using world = await startMetrics()
  const { ask } = world
  expect((await ask('/system/metrics/namespace/pots', '*')).body).toEqual({ total: 1, metrics: [sold] })
  const missing = await ask('/system/metrics/namespace/doesnotexist', '*')
  expect(missing).toEqual({
    status: 404,
    body: { type: 'ApiError', message: 'No metrics with namespace [doesnotexist] found.' },
  })
})

test('a reader may ask for metrics by name, but not for their names or all of them', async () => {
  await using world = await startMetrics()
  const { ask } = world
  expect((await ask('/system/metrics/pots.sold', 'metrics:read')).body).toEqual({ count: 2 })
  expect((await ask('/system/metrics/names', 'metrics:read')).status).toBe(403)
  expect((await ask('/system/metrics', 'metrics:read')).status).toBe(403)
  expect(await ask('/system/metrics', '*')).toMatchObject({ body: { counters: { 'pots.sold': { count: 2 } } } })
  const unknown = await ask('/system/metrics/nope', '*')
  expect(unknown).toMatchObject({ body: { message: 'I do not have a metric called [nope].' } })
})

test('history returns the samples after an instant', async () => {
  await using world = await startMetrics()
  const { ask, clock } = world
  expect(await ask('/system/metrics/pots.sold/history', '*')).toMatchObject({ body: { values: [] } })
  clock.advance(10_000)
  clock.advance(10_000)
  const after = Date.parse('2026-03-01T09:00:10Z')
  expect((await ask(`/system/metrics/pots.sold/history?after=${after}`, '*')).body).toEqual({
    name: 'pots.sold',
    node: TEST_NODE_ID,
    type: 'counter',
    values: [{ timestamp: '2026-03-01T09:00:20.000Z', value: 2 }],
  })
})

test('throughput is the output of the last second', async () => {
  await using world = await startMetrics()
  const { ask, clock, throughput } = world
  throughput.output.increment(5)
  clock.advance(1000)
  expect((await ask('/system/throughput', 'throughput:read')).body).toEqual({ throughput: 5 })
})

test('each operation is timed, and refusals are counted', async () => {
  await using world = await startMetrics()
  const { ask, metrics } = world
  await ask('/system/throughput', 'throughput:read')
  await ask('/system/throughput', 'nothing')
  await expect.poll(() => metrics.find('logyard.http.refused')).toMatchObject({ rates: { total: 1 } })
  expect(metrics.find('logyard.http.metrics.throughput')).toMatchObject({ type: 'timer', rates: { total: 2 } })
})

test('the runtime shows its heap under the names that consoles know', () => {
  using metrics = createMetrics(fixedClock('2026-03-01T09:00:00Z'))
  using _runtime = createRuntimeMetrics(metrics)
  const heap = ['used', 'committed', 'max'].map((part) => metrics.find(`jvm.memory.heap.${part}`))
  for (const reading of heap) expect(reading).toEqual({ type: 'gauge', value: expect.any(Number) })
})
