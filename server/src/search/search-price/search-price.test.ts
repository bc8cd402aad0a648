/** Prices of searches over HTTP, compared with what the engine reads for the same searches. */
import type { WorkCost } from '@logyard/contract/search/search-jobs'
import type { SearchPrice, SearchPriceAnswer } from '@logyard/contract/search/search-price'
import { sql } from '@logyard/languages/sql/sql'
import { beforeEach, expect, test } from 'vitest'
import { isOnShards } from '../../testing/on-shards.ts'
import { inStreams, messages, query, text } from '../testing/search-drafts.ts'
import { searchTests } from '../testing/search-tests.ts'

// However slow the machine is.
const tests = searchTests({ priceSeconds: 60 })

const [OWN, FOREIGN] = ['000000000000000000000001', '0000000000000000000000ff']
const COUNT = 320_000
const DAY = { type: 'absolute', from: '2026-02-28T12:00:00.000Z', to: '2026-03-01T12:00:00.000Z' }
const HOUR = { ...DAY, from: '2026-03-01T11:00:00.000Z' }

/** A day of messages; every hundredth is in another stream, and has a word of its own. */
beforeEach(async () => {
  await tests.engine.client.command({
    query: sql`INSERT INTO messages (journal_offset, \`index\`, day, timestamp, source, message, stream_ids, fields)
      SELECT number, 'graylog_0', '2026-03-01', toDateTime64('2026-02-28 12:00:00', 3, 'UTC') + number * 86400 / ${COUNT},
        concat('web-', toString(number % 10)),
        concat('order ', toString(cityHash64(number)), if(number % 100 = 0, ' secretword', '')),
        if(number % 100 = 0, ${FOREIGN}, ${OWN}), concat('{"took":', toString(number % 1000), '}')::JSON
      FROM numbers(${COUNT})`,
  })
})

const histogram = {
  id: 'p',
  type: 'pivot',
  row_groups: [{ type: 'time', field: 'timestamp', interval: { type: 'timeunit', timeunit: '1h' } }],
  series: [{ id: 'count', type: 'count' }],
  rollup: true,
}
const ofField = { ...histogram, row_groups: [{ type: 'values', field: 'source', limit: 5 }] }

const page = (query_string: string, timerange: object = DAY, more: object = {}) => ({
  parameters: [],
  queries: [query({ query: text(query_string), timerange, search_types: [messages(), histogram], ...more })],
})

async function answerOf(search: object, more: object = {}): Promise<SearchPriceAnswer> {
  const { as, ...body } = { as: undefined, ...more }
  const options = { body: { search, ...body }, ...(as === undefined ? {} : { as }) }
  const { status, body: answer } = await tests.logyard.call('POST', '/logyard/search/price', options)
  expect(status).toBe(200)
  return Object(answer)
}

const priceOf = async (search: object, more: object = {}): Promise<SearchPrice> => {
  const { price } = await answerOf(search, more)
  if (price === undefined) throw new Error('the search has no price')
  return price
}

const near = (priced: number | null, read: number | null) => Math.abs((priced ?? 0) - (read ?? 0)) <= 0.3 * (read ?? 0)

async function costOf(search: object): Promise<WorkCost> {
  const { body } = await tests.logyard.call('POST', '/views/search/sync', { body: search })
  return Object(body).execution.cost
}

// The tables of a cluster are on other servers, of which this statement says nothing.
test.skipIf(isOnShards())('the price is near what is read', async () => {
  const tables = {
    number: page('took:>500', DAY, { search_types: [ofField] }),
    'shorter range': page('took:>500', HOUR, { search_types: [ofField] }),
    'histogram of words': page('message:order', DAY, { search_types: [histogram] }),
    nothing: page('message:neverstored'),
  }
  for (const [name, search] of Object.entries(tables)) {
    const [price, cost] = [await priceOf(search), await costOf(search)]
    const isNear = near(price.rows, cost.rows) && near(price.bytes, cost.bytes)
    expect({ name, price, cost, isNear }).toMatchObject({ isNear: true })
  }
})

test.skipIf(isOnShards())(
  'the price of a list is near what is read, in one way of searching it or another',
  async () => {
    for (const search of [page('message:order'), page('took:>500'), page('message:/.*nothing.*/')]) {
      const [price, cost] = [await priceOf(search), await costOf(search)]
      // On a slow machine the page is searched in another way, and read twice.
      const isNear = (cost.rows ?? 0) <= 3 * (price.rows ?? 0) && (price.rows ?? 0) <= 2 * (cost.rows ?? 0)
      expect({ price, cost, isNear }).toMatchObject({ isNear: true })
    }
  },
)

test.skipIf(isOnShards())('a list without a query ends early, and its histogram reads counts of minutes', async () => {
  const all = await priceOf(page('took:>=0'))
  const newest = await priceOf(page(''))
  expect(all.rows).toBeGreaterThan(COUNT)
  expect(newest.rows).toBeLessThan(COUNT / 5)
  expect(newest.rows).toBeGreaterThan(0)
})

test.skipIf(isOnShards())('what the cache of pivots has costs nothing', async () => {
  const search = page('', DAY, { search_types: [ofField] })
  const first = await priceOf(search)
  expect(first.rows).toBeGreaterThanOrEqual(COUNT)
  await costOf(search)
  await costOf(search)
  // Filling it reads the messages once more.
  expect((await priceOf(search)).rows).toBeGreaterThanOrEqual(2 * COUNT)
  await costOf(search)
  expect((await priceOf(search)).rows).toBeLessThan(COUNT / 10)
})

test.skipIf(isOnShards())('cheaper searches are suggested only if they are', async () => {
  const { price, cheaper } = await answerOf(page('neverstored took:>=0', DAY), { suggest: true })
  expect(cheaper.find(({ kind }) => kind === 'shorter-range')).toMatchObject({
    query_id: 'q',
    timerange: { type: 'relative', range: 28_800 },
  })
  for (const { price: other } of cheaper) expect(other.bytes).toBeLessThanOrEqual((price?.bytes ?? 0) / 2)
  const { cheaper: none } = await answerOf(page('message:neverstored', HOUR), { suggest: true })
  expect(none.map(({ kind }) => kind)).not.toContain('field')
})

test('who may not read all streams learns neither rows nor bytes, nor whether others have a word', async () => {
  const as = await tests.logyard.addReader('ada', OWN)
  const inOwn = { filter: inStreams(OWN) }
  const known = await answerOf(page('message:secretword', DAY, inOwn), { as })
  const unknown = await answerOf(page('message:neverstored', DAY, inOwn), { as })
  const steps = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600]
  for (const { price, cheaper } of [known, unknown]) {
    expect(price).toEqual({ rows: null, bytes: null, seconds: expect.any(Number) })
    expect(steps).toContain(price?.seconds)
    expect(cheaper).toEqual([])
  }
})

test('a stream that the caller may not read has no price', async () => {
  const as = await tests.logyard.addReader('ada', OWN)
  const body = { search: page('', DAY, { filter: inStreams(FOREIGN) }) }
  const { status } = await tests.logyard.call('POST', '/logyard/search/price', { body, as })
  expect(status).toBe(403)
})

test('a search that cannot run has no price', async () => {
  expect(await answerOf(page('took:[1 TO'))).toEqual({ cheaper: [] })
  const unknown = [
    { id: 'e', type: 'events' },
    { ...histogram, row_groups: [{ type: 'unknown' }] },
    { ...histogram, series: [{ type: 'unknown' }] },
    messages({ limit: -1 }),
  ]
  for (const type of unknown) {
    expect(await answerOf(page('took:>500', DAY, { search_types: [type] }))).toEqual({ cheaper: [] })
  }
})
