/** Executions: how long they are kept, that they can be stopped, and that none of them takes more than its share. */

import type { SearchJob } from '@logyard/contract/search/search-jobs'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { insertMessages } from '../testing/message-table.ts'
import { messages, query, resultOf, text, textsOf } from '../testing/search-drafts.ts'
import { clearMessages, type SearchUnderTest, startSearch } from '../testing/start-search.ts'

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

/** Long texts: regular expressions have work with them for seconds. */
async function longMessages(): Promise<void> {
  const insert = sql`INSERT INTO messages (id, \`index\`, timestamp, source, message, streams, gl2_message_id, fields)
    SELECT generateUUIDv7(), 'graylog_0', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(number),
      'web-1', 'a message', ['000000000000000000000001'], toString(number),
      concat('{"longtext":"', repeat(toString(cityHash64(number)), 2500), '"}')::JSON
    FROM numbers(3000)`
  await store.engine.client.command({ query: insert })
  // What another test stopped may take a moment to end.
  await expect.poll(running, { interval: 20, timeout: 15_000 }).toBe(0)
}
const patterns = Array.from({ length: 26 }, (_, n) => `/.*1.*2.*3.*4.*${String.fromCharCode(97 + n)}.*/`)
const slow = query({ id: 'slow', query: text(`longtext:(${patterns.join(' OR ')})`) })

/** How many statements of the slow search the engine works at. */
const running = async () => {
  const counting = sql`SELECT count() FROM system.processes WHERE position(query, 'longtext') > 0 AND query NOT LIKE '%processes%'`
  const answer = await store.engine.client.query({ query: counting, format: 'JSONCompactEachRow' })
  const [row] = await answer.json<readonly (string | number)[]>()
  return Number(row?.[0])
}

test('a running search is polled, and stops when it is cancelled', async () => {
  await longMessages()
  const quick = query({ search_types: [messages({ limit: 1 })] })
  const id = await logyard.store([quick, slow])
  const execution = logyard.call('POST', `/views/search/${id}/execute`, { body: {} })
  await expect.poll(running, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0)
  // Calls wait a while for what they are asked about: here time goes by fast.
  const ticking = setInterval(() => logyard.clock.advance(10), 5)
  onTestFinished(() => clearInterval(ticking))
  expect((await execution).status).toBe(201)
  const { id: jobId } = Object((await execution).body)
  const poll = async (): Promise<SearchJob> => Object((await logyard.call('GET', `/views/search/status/${jobId}`)).body)
  await expect.poll(async () => Object.keys((await poll()).results)).toEqual(['q'])
  const job = await poll()
  expect(job.execution).toMatchObject({ done: false, cancelled: false })
  expect(job.progress).toEqual({
    slow: {
      search_types: { done: 0, total: 1 },
      covered: null,
      range: { type: 'absolute', from: '1970-01-01T00:00:00.000Z', to: expect.any(String) },
    },
  })

  const partial = await logyard.call('GET', `/views/search/status/${jobId}?partial=true`)
  expect(Object(partial.body).partial_results).toMatchObject({ slow: { state: 'INCOMPLETE', search_types: {} } })

  expect((await logyard.call('DELETE', `/views/search/cancel/${jobId}`)).status).toBe(204)
  await expect.poll(running, { interval: 20, timeout: 15_000 }).toBe(0)
  const stopped = await poll()
  expect(stopped.execution).toEqual({ done: true, cancelled: true, completed_exceptionally: true })
  expect(stopped).not.toHaveProperty('progress')
  expect(textsOf(stopped)).toHaveLength(1)
  expect(resultOf(stopped, 'slow').errors[0]?.description).toContain('cancelled')
})

test('what takes too long, or too much memory, is stopped with a sentence; the rest goes on', async () => {
  await longMessages()
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
  const large = messages({ limit: 3000, sort: [{ field: 'longtext', order: 'ASC' }] })
  const refused = await small.search([query({ search_types: [large] })])
  expect(refused.errors?.[0]?.description).toContain('more memory than a search may take')
})

test('a search that is waited for is stopped at its timeout', async () => {
  await longMessages()
  const synced = logyard.call('POST', '/views/search/sync?timeout=1000', { body: { queries: [slow] } })
  await expect.poll(running, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0)
  logyard.clock.advance(1000)
  expect(await synced).toMatchObject({
    status: 500,
    body: { type: 'ApiError', message: 'Timeout while executing search job' },
  })
  await expect.poll(running, { interval: 20, timeout: 15_000 }).toBe(0)
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
