/** Searches over two shards of a ClickHouse cluster have the answers of one machine. `npm run soak` runs all tests so. */
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { insertMessages } from './testing/message-table.ts'
import { messages, query, resultOf, text } from './testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from './testing/start-search.ts'

const FROM_MS = Date.parse('2026-03-01T10:00:00.000Z')
const MESSAGES = Array.from({ length: 400 }, (_, n) => ({
  at: new Date(FROM_MS + n * 7000).toISOString(),
  message: `request ${n} ${n % 9 === 0 ? 'failed' : 'answered'} für ${n % 13}`,
  source: `web-${n % 5}`,
  fields: {
    took: n % 37,
    ratio: (n % 11) / 4,
    user: `user ${n % 17}`,
    ...(n % 3 === 0 && { tags: ['a', `t${n % 4}`] }),
  },
}))

interface Side {
  readonly engine: EngineUnderTest
  readonly search: SearchUnderTest
}

async function start(shards: string | undefined): Promise<Side> {
  vi.stubEnv('LOGYARD_TEST_SHARDS', shards)
  const engine = await startTestEngine()
  await insertMessages(engine.engine, MESSAGES)
  return { engine, search: await startSearch({ engine: engine.engine }) }
}

let one: Side
let two: Side
beforeAll(async () => {
  one = await start(undefined)
  two = await start('2')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const side of [one, two]) {
    await side?.search[Symbol.asyncDispose]()
    await side?.engine[Symbol.asyncDispose]()
  }
})

/** What differs between two runs. */
const OWN = new Set(['id', 'gl2_message_id', '_id', 'duration', 'timestamp_of_execution', 'effective_timerange'])
/** Sums of fractions differ in their last digits with their order. */
const rounded = (found: unknown) => (typeof found === 'number' ? Number(found.toPrecision(8)) : found)
function withoutOwn(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, found) => (OWN.has(key) ? undefined : rounded(found)))
}

async function answers(side: Side, queryText: string, type: object): Promise<unknown> {
  const job = await side.search.search([query({ query: text(queryText), search_types: [type] })])
  const { errors, search_types } = resultOf(job)
  return { errors, found: withoutOwn(search_types) }
}

const SERIES = ['avg', 'card', 'count', 'max', 'min', 'stddev', 'sum', 'sumofsquares', 'variance'].map((name) => ({
  type: name,
  id: name,
  field: 'took',
}))
const pivot = (more: object) => ({ id: 'p', type: 'pivot', rollup: true, row_groups: [], column_groups: [], ...more })
const values = (field: string) => [{ type: 'values', field, limit: 5 }]
const TYPES: Readonly<Record<string, object>> = {
  'newest messages': messages({ limit: 50 }),
  'a later page': messages({ limit: 20, offset: 60 }),
  'oldest messages': messages({ limit: 30, sort: [{ field: 'timestamp', order: 'ASC' }] }),
  figures: pivot({ series: SERIES }),
  percentiles: pivot({ series: [{ type: 'percentile', id: 'p90', field: 'ratio', percentile: 90 }] }),
  'groups of values': pivot({
    row_groups: values('user'),
    series: SERIES,
    sort: [{ type: 'pivot', field: 'user', direction: 'Ascending' }],
  }),
  'values of lists': pivot({ row_groups: values('tags'), series: [{ type: 'count', id: 'c' }] }),
  'groups of time': pivot({
    row_groups: [{ type: 'time', field: 'timestamp', interval: { type: 'timeunit', timeunit: '5m' } }],
    column_groups: values('source'),
    series: [{ type: 'count', id: 'c' }],
  }),
  'counts of minutes': pivot({
    row_groups: [{ type: 'time', field: 'timestamp', interval: { type: 'timeunit', timeunit: '1m' } }],
    series: [{ type: 'count', id: 'c' }],
  }),
}
const QUERIES = ['', 'failed', 'source:web-3 AND took:>20', 'user:"user 4" OR message:FÜR', 'request AND NOT answer*']

test.each(Object.keys(TYPES))('%s are those of one machine', async (name) => {
  for (const queryText of QUERIES) {
    const type = TYPES[name] ?? {}
    const expected = await answers(one, queryText, type)
    expect(expected).toMatchObject({ errors: [] })
    expect({ queryText, ...Object(await answers(two, queryText, type)) }).toEqual({ queryText, ...Object(expected) })
  }
})

test('the messages are on both shards', async () => {
  const counts = two.engine.engine.stores.complete().map(async ({ client }) => {
    const answer = await client.query({ query: sql`SELECT count() AS n FROM messages`, format: 'JSONEachRow' })
    return Number(Object((await answer.json())[0]).n)
  })
  const found = await Promise.all(counts)
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(MESSAGES.length)
  for (const count of found) expect(count).toBeGreaterThan(100)
})
