import { expect, onTestFinished, test } from 'vitest'
import { clusterFactsRoutes } from '../cluster/cluster-facts-routes.ts'
import { createLog } from '../platform/log.ts'
import { createScheduler } from '../platform/scheduler/scheduler.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { startHttp } from '../testing/start-http.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { createMetrics } from './metrics.ts'
import { createTraffic } from './traffic.ts'

const MINUTE_MS = 60_000
const unused = () => {
  throw new Error('traffic asks nothing else')
}

async function startTraffic(start: string) {
  const stack = new AsyncDisposableStack()
  onTestFinished(() => stack.disposeAsync())
  const { settings } = stack.use(await temporarySettings())
  const clock = fixedClock(start)
  const open = (nodeId = 'node-a') => {
    const metrics = createMetrics(clock)
    const log = createLog('fatal')
    const scheduler = stack.use(createScheduler({ settings, clock, log, nodeId, metrics }))
    const traffic = createTraffic({ settings, scheduler, metrics, clock, log, nodeId })
    const count = (kind: string, bytes: number) => metrics.counter(`org.graylog2.traffic.${kind}`).increment(bytes)
    return { traffic, count }
  }
  const node = open()
  const http = stack.use(
    await startHttp((api) =>
      clusterFactsRoutes(api, {
        traffic: node.traffic,
        settings,
        indexerStats: unused,
        streams: unused,
        inputs: unused,
        outputs: unused,
        extractors: unused,
        alertCount: unused,
        alarmCallbacks: unused,
        userCount: unused,
        dashboardCount: unused,
        configuration: unused,
      }),
    ),
  )
  const ask = async (query = '') => (await http.ask('GET', `/system/cluster/traffic${query}`, 'nothing')).body
  return { ...node, settings, open, clock, http, ask }
}

test.each([
  { start: '2026-03-05T09:58:30.000Z', keptAt: '2026-03-05T09:59:00.000Z', hour: '2026-03-05T09:00:00.000Z' },
  { start: '2026-03-05T09:59:30.000Z', keptAt: '2026-03-05T10:00:00.000Z', hour: '2026-03-05T09:00:00.000Z' },
  { start: '2026-03-05T10:00:30.000Z', keptAt: '2026-03-05T10:01:00.000Z', hour: '2026-03-05T10:00:00.000Z' },
])('bytes that come from $start on are in the bucket $hour at $keptAt', async ({ start, keptAt, hour }) => {
  const { clock, count, ask } = await startTraffic(start)
  count('input', 700)
  count('output', 900)
  count('decoded', 500)
  clock.advance(MINUTE_MS / 2 - 1)
  expect(await ask()).toMatchObject({ from: '2026-02-03T00:00:00.000Z' })
  expect(await ask()).toHaveProperty('output', {})
  clock.advance(1)
  await expect
    .poll(() => ask())
    .toEqual({
      from: '2026-02-03T00:00:00.000Z',
      to: keptAt,
      input: { [hour]: 700 },
      output: { [hour]: 900 },
      decoded: { [hour]: 500 },
    })
})

test('traffic survives a restart, and is summed over nodes', async () => {
  const { traffic, open, count, ask } = await startTraffic('2026-03-05T09:30:10.000Z')
  count('output', 10)
  await traffic[Symbol.asyncDispose]()
  const again = open()
  again.count('output', 20)
  await again.traffic[Symbol.asyncDispose]()
  const other = open('node-b')
  other.count('output', 100)
  await other.traffic[Symbol.asyncDispose]()
  expect(await ask()).toHaveProperty('output', { '2026-03-05T09:00:00.000Z': 130 })
})

test('days are summed in UTC: past days completely, today up to now', async () => {
  const { traffic, open, clock, count, http, ask } = await startTraffic('2026-03-03T23:30:10.000Z')
  const keepNow = async (bytes: number) => {
    const life = open()
    life.count('output', bytes)
    await life.traffic[Symbol.asyncDispose]()
  }
  count('output', 1)
  await traffic[Symbol.asyncDispose]()
  clock.advance(60 * MINUTE_MS)
  await keepNow(10)
  clock.advance(12 * 60 * MINUTE_MS)
  await keepNow(100)
  clock.advance(24 * 60 * MINUTE_MS)
  await keepNow(1000)
  expect(await ask('?days=1&daily=true')).toMatchObject({
    from: '2026-03-04T00:00:00.000Z',
    output: { '2026-03-04T00:00:00.000Z': 110, '2026-03-05T00:00:00.000Z': 1000 },
  })
  expect(await ask('?days=1')).toHaveProperty('output', {
    '2026-03-04T00:00:00.000Z': 10,
    '2026-03-04T12:00:00.000Z': 100,
    '2026-03-05T12:00:00.000Z': 1000,
  })
  expect((await http.ask('GET', '/system/cluster/traffic?days=-1', 'nothing')).status).toBe(400)
})

test('hours of more than a year ago are deleted', async () => {
  const { settings, traffic, open, clock, count, ask } = await startTraffic('2026-03-05T09:30:10.000Z')
  count('output', 1)
  await traffic[Symbol.asyncDispose]()
  const documents = async () => (await settings.facts()).documents
  const stored = await documents()
  const before = clock.now().getTime()
  clock.advance(366 * 24 * 60 * MINUTE_MS)
  open()
  expect(await ask('?days=1000')).toMatchObject({ output: { '2026-03-05T09:00:00.000Z': 1 } })
  clock.advance(24 * 60 * MINUTE_MS)
  await expect.poll(documents).toBe(stored - 1)
  clock.advance(before - clock.now().getTime())
  expect(await ask()).toHaveProperty('output', {})
})
