import { readFileSync } from 'node:fs'
import type { StoreServer } from '@logyard/contract/store/indexer'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { startHttp } from '../../testing/start-http.ts'
import { createMetrics } from '../metrics.ts'
import { EXPORTED_METRICS } from './exported-metrics.ts'
import { NODE_FAMILIES, type NodeFacts } from './node-families.ts'
import { OMITTED_FAMILY, prometheusRoutes } from './prometheus-routes.ts'
import { parseExposition } from './testing/parse-exposition.ts'

const STREAM = 'org.graylog2.plugin.streams.Stream.'
const SERVER: StoreServer = {
  address: 'https://ch-1.example.org:8443',
  shard: 1,
  state: 'up',
  messages: 'complete',
  version: '26.7.2.1',
  rows: 1000,
  disk_total: 500,
  disk_free: 200,
}
const DOWN = { shard: 2, state: 'down', messages: 'behind', version: null, rows: null, disk_total: null } as const
const facts: NodeFacts = {
  version: '1.0.0',
  nodeId: 'one',
  startedAt: new Date('2026-03-01T09:00:00Z'),
  isProcessing: true,
  isAlive: false,
  isStoreUp: true,
  storeServers: [SERVER, { ...SERVER, ...DOWN }],
  notices: ['no_input_running'],
  jobs: 0,
  inputs: { RUNNING: 2 },
  cpuSeconds: 1.5,
  residentBytes: 1000,
  openFiles: 10,
  maxOpenFiles: -1,
  disk: { totalBytes: 100, freeBytes: 40 },
}

async function startPrometheus() {
  const metrics = createMetrics(fixedClock('2026-03-01T09:00:00Z'))
  const http = await startHttp((api) => prometheusRoutes(api, { metrics, facts: async () => facts }))
  const scrape = async (accept = 'text/plain', permissions = 'metrics:readall') => {
    const headers = { 'x-test-permissions': permissions, accept }
    const answer = await fetch(`${http.api}/logyard/prometheus`, { headers })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  return { metrics, scrape, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() }
}

test.each([
  { accept: 'text/plain', format: 'text', type: 'text/plain; version=0.0.4; charset=utf-8' },
  { accept: '*/*', format: 'text', type: 'text/plain; version=0.0.4; charset=utf-8' },
  {
    accept: 'application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3,*/*;q=0.1',
    format: 'openmetrics',
    type: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  },
] as const)('a client that accepts $accept gets the format $format', async ({ accept, format, type }) => {
  await using world = await startPrometheus()
  const { metrics, scrape } = world
  metrics.counter('org.graylog2.throughput.input').increment(3)
  metrics.meter(`${STREAM}abc.incomingMessages`).mark(7)
  metrics.gauge(`${STREAM}abc.incomingMessages.1-sec-rate`, () => 1)
  metrics.gauge('org.graylog2.journal.oldest-segment', () => '2026-03-01T09:00:01.000Z')
  metrics.gauge('org.graylog2.journal.size', () => null)
  metrics.timer('logyard.http.users.list').update(250)
  metrics.timer('logyard.http.users.list').update(50, 3)
  metrics.counter('org.graylog2.inputs.codecs.GelfChunkAggregator.waiting-messages').increment(-2)
  metrics.counter('org.graylog.rulemetrics.a "quoted"\\name\nhere').increment()
  const answer = await scrape(accept)
  expect(answer.type).toBe(type)
  const families = parseExposition(answer.text, format)
  const total = format === 'text' ? '_total' : ''
  expect(families.get(`logyard_messages_received${total}`)).toEqual({
    type: 'counter',
    help: 'Messages that inputs received.',
    samples: [{ name: 'logyard_messages_received_total', labels: {}, value: 3 }],
  })
  expect(families.get(`logyard_stream_messages${total}`)?.samples).toMatchObject([
    { labels: { stream: 'abc' }, value: 7 },
  ])
  expect(families.get(`logyard_rule_counter${total}`)?.samples).toMatchObject([
    { labels: { counter: 'a "quoted"\\name\nhere' }, value: 1 },
  ])
  expect(families.get('logyard_gelf_waiting_messages')).toMatchObject({ type: 'gauge', samples: [{ value: -2 }] })
  expect(families.get('logyard_journal_oldest_timestamp_seconds')?.samples).toMatchObject([{ value: 1772355601 }])
  expect(families.has('logyard_journal_bytes')).toBe(false)
  const summary = families.get('logyard_http_request_seconds')
  expect(summary?.type).toBe('summary')
  const labels = { operation: 'users.list' }
  expect(summary?.samples).toContainEqual({ name: 'logyard_http_request_seconds_count', labels, value: 4 })
  expect(summary?.samples).toContainEqual({ name: 'logyard_http_request_seconds_sum', labels, value: 0.4 })
  expect(summary?.samples.filter(({ name }) => name === 'logyard_http_request_seconds')).toHaveLength(3)
  expect(families.get('logyard_notice')?.samples).toMatchObject([{ labels: { type: 'no_input_running' }, value: 1 }])
  expect(families.get('logyard_load_balancer_alive')?.samples).toMatchObject([{ value: 0 }])
  expect(families.has('process_max_fds')).toBe(false)
  const ofServers = (name: string) =>
    families.get(`logyard_store_server_${name}`)?.samples.map((sample) => [sample.labels['shard'], sample.value])
  const both = [
    ['1', 1],
    ['2', 0],
  ]
  expect([ofServers('up'), ofServers('complete')]).toEqual([both, both])
  expect([ofServers('rows'), ofServers('disk_bytes')]).toEqual([[['1', 1000]], [['1', 500]]])
  expect(families.get('logyard_store_server_disk_free_bytes')?.samples).toMatchObject([
    { labels: { server: SERVER.address, shard: '1' }, value: 200 },
    { labels: { shard: '2' } },
  ])
})

test('the number of series is bounded, and omitted ones are counted', async () => {
  await using world = await startPrometheus()
  for (let number = 0; number < 2003; number++) world.metrics.meter(`${STREAM}${number}.incomingMessages`)
  const families = parseExposition((await world.scrape()).text, 'text')
  expect(families.get('logyard_stream_messages_total')?.samples).toHaveLength(2000)
  expect(families.get('logyard_omitted_metrics')?.samples).toMatchObject([{ value: 3 }])
})

test('readers may not read it', async () => {
  await using world = await startPrometheus()
  expect((await world.scrape('text/plain', 'metrics:read')).status).toBe(403)
})

test('docs/monitoring.md lists every name', () => {
  const page = readFileSync(new URL('../../../../docs/monitoring.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(\w+)` \| (.*?) \| (.*) \|$/gm)].map(([, name]) => name)
  const names = [...NODE_FAMILIES, ...EXPORTED_METRICS, OMITTED_FAMILY].map(({ name }) => name)
  expect(listed).toEqual([...new Set(names)])
})
