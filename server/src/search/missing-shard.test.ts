/** Answers while a shard of a ClickHouse cluster is gone, for both values of the setting. */
import type { SearchJob } from '@logyard/contract/search/search-jobs'
import type { PivotResult } from '@logyard/contract/search/search-results'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createClusterEngine } from '../store/cluster/cluster-engine.ts'
import { openClusterState } from '../store/cluster/cluster-state.ts'
import type { Engine } from '../store/engine/engine.ts'
import { type ClickHouseCluster, startClickHouseCluster } from '../testing/clickhouse-cluster.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { createMeasures } from './measures/create-measures.ts'
import type { Measures } from './measures/measures.ts'
import { createSearchEngine } from './statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from './testing/message-table.ts'
import { readableStreams } from './testing/readable-streams.ts'
import { inStreams, messages, query, resultOf, text } from './testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from './testing/start-search.ts'

const WITHIN = { timeout: 60_000, interval: 200 }
const LIMIT = { timeout: 120_000 }
const WRITTEN = 400
/** Enough for pivots to be cached. */
const BULK = 200_000
const RANGE = { fromMs: 0, toMs: Date.UTC(2026, 2, 2) }

let cluster: ClickHouseCluster
let settings: Awaited<ReturnType<typeof temporarySettings>>
interface Side {
  readonly engine: Engine
  readonly search: SearchUnderTest
}
let skipping: Side
let failing: Side
/** What event definitions read. */
let measures: Measures

async function start(isMissingSkipped: boolean): Promise<Side> {
  const addresses = { ...cluster.addresses, isMissingSkipped }
  const state = openClusterState(settings.settings)
  const engine = await createClusterEngine({ addresses, state, log: createLog('off'), clock: systemClock })
  await engine.ready(AbortSignal.timeout(60_000))
  return { engine, search: await startSearch({ engine, schema: await schemaOf(engine) }) }
}

beforeAll(async () => {
  vi.stubEnv('LOGYARD_TEST_SHARDS', '2')
  cluster = await startClickHouseCluster({ shards: 2, replicas: 1 })
  settings = await temporarySettings()
  skipping = await start(true)
  failing = await start(false)
  const at = '2026-03-01T10:00:00.000Z'
  await insertMessages(
    skipping.engine,
    Array.from({ length: WRITTEN }, (_, n) => ({ at, message: `number ${n}`, source: `web-${n % 3}` })),
  )
  for (const { client } of skipping.engine.stores.complete()) {
    await client.command({
      query: sql`INSERT INTO messages (journal_offset, \`index\`, timestamp, source, message, stream_ids, own_message_id)
        SELECT number, 'graylog_0', toDateTime64('2026-02-01 00:00:00', 3, 'UTC') + toIntervalMinute(number % 20000),
          'bulk', 'one of many', ${TEST_STREAM}, toString(number) FROM numbers(${BULK})`,
    })
  }
  const schema = await schemaOf(skipping.engine)
  measures = createMeasures({
    engine: createSearchEngine({ engine: skipping.engine, clock: systemClock }),
    schema: () => schema,
    grokPatterns: () => new Map(),
    allowLeadingWildcard: true,
    clock: systemClock,
  })
  await cluster.server(2, 1).kill()
}, 120_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const side of [skipping, failing]) {
    await side?.search[Symbol.asyncDispose]()
    await side?.engine[Symbol.asyncDispose]()
  }
  await settings?.[Symbol.asyncDispose]()
  await cluster?.[Symbol.asyncDispose]()
})

const SOURCES = { type: 'values', field: 'source', limit: 5 }
const pivot = {
  id: 'p',
  type: 'pivot',
  rollup: true,
  row_groups: [SOURCES],
  column_groups: [],
  series: [{ type: 'count', id: 'c' }],
}
const both = (more: object = {}) =>
  query({
    query: text('number'),
    filter: inStreams(TEST_STREAM),
    search_types: [messages({ limit: 500 }), pivot],
    ...more,
  })
const BULK_PIVOT = both({ query: text('many'), search_types: [pivot] })

function figuresOf(job: SearchJob) {
  const { errors, execution_stats, search_types } = resultOf(job)
  const found: PivotResult = Object(search_types['p'])
  return { total: found.total, missing: execution_stats.missing_shards, errors }
}
const get = ({ search }: Side, path: string, accept = 'application/json') =>
  search.call('GET', path, { headers: { accept } })
const UNIVERSAL = '/search/universal/relative'
const ASKED = '?query=number&range=0&limit=1000&fields=message'
const SHARD_2 = /^Shard 2 of the ClickHouse cluster is unavailable/

test('a search answers from the other shards, and says which one is missing', LIMIT, async () => {
  const job = await skipping.search.search([both()])
  const { total, missing, errors } = figuresOf(job)
  expect([missing, errors]).toEqual([[2], []])
  expect(total).toBeGreaterThan(WRITTEN / 4)
  expect(total).toBeLessThan((WRITTEN * 3) / 4)
  expect(resultOf(job).search_types['m']).toMatchObject({ total_results: total })
})

const BY_TIME = { type: 'time', field: 'timestamp', interval: { type: 'timeunit', timeunit: '1h' } }
test.each(['', 'number', 'web*', 'source:web-1 AND NOT message:7', 'nothing'])(
  'all lists and aggregations of "%s" do',
  LIMIT,
  async (queryText) => {
    const search_types = [
      messages({ limit: 20 }),
      messages({ id: 'later', limit: 20, offset: 60 }),
      messages({ id: 'sorted', limit: 20, sort: [{ field: 'source', order: 'ASC' }] }),
      pivot,
      { ...pivot, id: 'time', row_groups: [BY_TIME], column_groups: [SOURCES] },
      { ...pivot, id: 'minutes', row_groups: [BY_TIME] },
    ]
    const job = await skipping.search.search([both({ query: text(queryText), search_types })])
    const { errors, execution_stats, search_types: found } = resultOf(job)
    const ids = new Set(search_types.map(({ id }) => id))
    expect([errors, execution_stats.missing_shards, new Set(Object.keys(found))]).toEqual([[], [2], ids])
  },
)

test('legacy searches and exports say it, too', LIMIT, async () => {
  const { total } = figuresOf(await skipping.search.search([both()]))
  const found = await get(skipping, `${UNIVERSAL}${ASKED}`)
  expect(found.body).toMatchObject({ total_results: total, missing_shards: [2] })
  const table = await get(skipping, `${UNIVERSAL}/export${ASKED}`, 'text/csv')
  expect(table.text.trim().split('\n')).toHaveLength(Number(total) + 1)
  expect(table.headers.get('x-logyard-missing-shards')).toBe('2')
  expect(table.headers.get('content-disposition')).toMatch(/-without-shard-2\.csv$/)
})

test('the name and the status of a download say it', LIMIT, async () => {
  const search_id = await skipping.search.store([both()])
  const body = { search_id, search_type_id: 'm', format: 'csv', file_name: 'All messages.csv' }
  const { ticket } = Object((await skipping.search.call('POST', '/logyard/search/downloads', { body })).body)
  const file = await skipping.search.call('GET', `/logyard/search/downloads/${ticket}`, { as: '' })
  expect(file.headers.get('content-disposition')).toContain('All%20messages%20without%20shard%202.csv')
  const status = await skipping.search.call('GET', `/logyard/search/downloads/${ticket}/status`)
  expect(status.body).toMatchObject({ state: 'done', missing_shards: [2] })
})

test('what has no place to say it fails', LIMIT, async () => {
  const table = await skipping.search.call('POST', '/search/aggregate', {
    body: {
      group_by: [{ field: 'source' }],
      metrics: [{ function: 'count' }],
      timerange: { type: 'relative', range: 0 },
    },
  })
  expect([table.status, Object(table.body).message]).toEqual([503, expect.stringMatching(SHARD_2)])
  const selection = { streams: readableStreams(TEST_STREAM), query: 'number', range: RANGE }
  const counted = measures.count(selection, { signal: AbortSignal.timeout(60_000), turnOf: 'events' })
  await expect(counted).rejects.toThrow(SHARD_2)
})

test('with the other value everything fails', LIMIT, async () => {
  const { missing, errors } = figuresOf(await failing.search.search([both()]))
  expect([missing, errors.map(({ description }) => description)]).toEqual([
    undefined,
    [expect.stringMatching(SHARD_2), expect.stringMatching(SHARD_2)],
  ])
  const refused = await Promise.all([
    get(failing, `${UNIVERSAL}${ASKED}`),
    get(failing, `${UNIVERSAL}/export${ASKED}`, 'text/csv'),
  ])
  for (const { status, text: answer } of refused) {
    expect([status, answer]).toEqual([503, expect.stringContaining('Shard 2 of the ClickHouse cluster is unavailable')])
  }
})

test('no cached figure is one that lacked a shard', LIMIT, async () => {
  const read = async () => figuresOf(await skipping.search.search([BULK_PIVOT]))
  // From the third request on it is cached.
  for (let n = 0; n < 4; n += 1) expect(await read()).toEqual({ total: BULK, missing: [2], errors: [] })
  await cluster.server(2, 1).start()
  await expect.poll(() => skipping.engine.stores.readable().length, WITHIN).toBe(2)
  for (let n = 0; n < 4; n += 1) expect(await read()).toEqual({ total: 2 * BULK, missing: undefined, errors: [] })
  // The one that statements are sent to.
  await cluster.server(1, 1).kill()
  for (let n = 0; n < 2; n += 1) expect(await read()).toEqual({ total: BULK, missing: [1], errors: [] })
})
