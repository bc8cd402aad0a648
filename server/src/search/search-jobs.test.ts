/** Executions: how long they are kept, that they can be stopped, and that none of them takes more than its share. */
import type { SearchJob } from '@logyard/contract/search-jobs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../testing/start-index-sets.ts'
import { insertMessages } from './testing/message-table.ts'
import { messages, query, resultOf, text, textsOf } from './testing/search-drafts.ts'
import { clearMessages, type SearchUnderTest, startSearch } from './testing/start-search.ts'

let store: EngineUnderTest
let logyard: SearchUnderTest

beforeAll(async () => {
  store = await startTestEngine()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await clearMessages(store.engine)
  logyard = await startSearch({ engine: store.engine })
})
afterEach(() => logyard[Symbol.asyncDispose]())

const MINUTE_MS = 60_000

test('a job is kept until five minutes after it was last asked for', async () => {
  const { id } = await logyard.search([query()])
  const status = async () => (await logyard.call('GET', `/views/search/status/${id}`)).status
  for (let poll = 0; poll < 3; poll++) {
    logyard.clock.advance(4 * MINUTE_MS)
    expect(await status()).toBe(200)
  }
  logyard.clock.advance(5 * MINUTE_MS + 1)
  expect(await status()).toBe(404)
  expect((await logyard.call('GET', '/views/search/status/5f0000000000000000000000')).status).toBe(404)
})

/** More rows than a regular expression gets through in a moment. */
async function manyMessages(rows: number): Promise<void> {
  const sql = `INSERT INTO messages (id, \`index\`, timestamp, source, message, streams, gl2_message_id)
    SELECT generateUUIDv7(), 'graylog_0', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(number),
      'web-1', repeat(toString(cityHash64(number)), 20), ['000000000000000000000001'], toString(number)
    FROM numbers(${rows})`
  await store.engine.client.command({ query: sql })
}
const slow = query({ id: 'slow', query: text('message:/.*1.*2.*3.*4.*5.*6.*7.*8.*9.*x/') })

const running = async () => {
  const sql = "SELECT count() FROM system.processes WHERE query LIKE '%FROM messages%' AND query NOT LIKE '%system%'"
  const answer = await store.engine.client.query({ query: sql, format: 'JSONCompactEachRow' })
  const [row] = await answer.json<readonly (string | number)[]>()
  return Number(row?.[0])
}

test('a running search is polled, and stops when it is cancelled', async () => {
  await manyMessages(2_000_000)
  const id = await logyard.store([query(), slow])
  const execution = logyard.call('POST', `/views/search/${id}/execute`, { body: {} })
  await expect.poll(running, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0)
  await expect
    .poll(
      async () => {
        logyard.clock.advance(150)
        return await Promise.race([execution.then(({ status }) => status), undefined])
      },
      { interval: 20 },
    )
    .toBe(201)
  const job: SearchJob = Object((await execution).body)
  expect(job.execution).toMatchObject({ done: false, cancelled: false })
  expect(job.results).not.toHaveProperty('slow')
  expect(job.progress?.['slow']).toMatchObject({ search_types: { done: 0, total: 1 } })

  expect((await logyard.call('DELETE', `/views/search/cancel/${job.id}`)).status).toBe(204)
  await expect.poll(running, { interval: 20, timeout: 5000 }).toBe(0)
  const answer = await logyard.call('GET', `/views/search/status/${job.id}`)
  const stopped: SearchJob = Object(answer.body)
  expect(stopped.execution).toEqual({ done: true, cancelled: true, completed_exceptionally: true })
  expect(stopped).not.toHaveProperty('progress')
  expect(textsOf(stopped)).toHaveLength(150)
  expect(resultOf(stopped, 'slow').errors[0]?.description).toContain('cancelled')
})

test('what takes too long, or too much memory, is stopped with a sentence; the rest goes on', async () => {
  await manyMessages(2_000_000)
  await using limited = await startSearch({ engine: store.engine, limits: { seconds: 1 } })
  const job = await limited.search([query({ search_types: [messages({ limit: 1 })] }), slow])
  expect(job.errors).toEqual([
    {
      type: 'search_type',
      description: expect.stringContaining('took longer than 1 seconds'),
      query_id: 'slow',
      search_type_id: 'm',
    },
  ])
  expect(textsOf(job)).toHaveLength(1)

  await using small = await startSearch({ engine: store.engine, limits: { memoryBytes: 20_000_000 } })
  const large = { id: 'p', type: 'pivot', series: [], rollup: false, row_groups: [{ type: 'values', field: '_id' }] }
  const refused = await small.search([query({ search_types: [large] })])
  expect(refused.errors?.[0]?.description).toContain('more memory than a search may take')
})

test('a search that is waited for is stopped at its timeout', async () => {
  await manyMessages(2_000_000)
  const synced = logyard.call('POST', '/views/search/sync?timeout=1000', { body: { queries: [slow] } })
  await expect.poll(running, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0)
  logyard.clock.advance(1000)
  expect(await synced).toMatchObject({
    status: 500,
    body: { type: 'ApiError', message: 'Timeout while executing search job' },
  })
  await expect.poll(running, { interval: 20, timeout: 5000 }).toBe(0)
})

test('a search that is waited for is answered done, and not stored', async () => {
  await insertMessages(store.engine, [{ at: '2026-03-01T10:00:00.000Z', message: 'hit' }])
  const id = '5f0000000000000000000001'
  const answer = await logyard.call('POST', '/views/search/sync', { body: { id, queries: [query()] } })
  expect(answer.status).toBe(200)
  expect(Object(answer.body)).toMatchObject({ search_id: id, execution: { done: true } })
  expect(textsOf(Object(answer.body))).toEqual(['hit'])
  expect((await logyard.call('GET', `/views/search/${id}`)).status).toBe(404)
  expect((await logyard.call('POST', '/views/search/sync?timeout=soon', { body: {} })).status).toBe(404)
})

test('a search whose engine is away says so', async () => {
  await using other = await startTestEngine()
  await using alone = await startSearch({ engine: other.engine })
  await other.engine[Symbol.asyncDispose]()
  const answer = await alone.call('POST', '/views/search/sync', { body: { queries: [query()] } })
  expect(answer.text).toContain('unavailable')
})
