/** Executions: their lifetime, cancellation and limits. */

import type { SearchJob } from '@logyard/contract/search/search-jobs'
import { expect, onTestFinished, test } from 'vitest'
import { isOnShards } from '../../testing/on-shards.ts'
import { startTestEngine } from '../../testing/start-index-sets.ts'
import { insertMessages } from '../testing/message-table.ts'
import { messages, query, resultOf, textsOf } from '../testing/search-drafts.ts'
import { searchTests } from '../testing/search-tests.ts'
import { insertLongMessages, slowQuery, slowStatements } from '../testing/slow-search.ts'
import { startSearch } from '../testing/start-search.ts'

const tests = searchTests()

const MINUTE_MS = 60_000

test('a job is dropped five minutes after it was last polled', async () => {
  const { id } = await tests.logyard.search([query()])
  const status = async () => (await tests.logyard.call('GET', `/views/search/status/${id}`)).status
  for (let poll = 0; poll < 3; poll++) {
    tests.logyard.clock.advance(4 * MINUTE_MS)
    expect(await status()).toBe(200)
  }
  tests.logyard.clock.advance(5 * MINUTE_MS + 1)
  expect(await status()).toBe(404)
  expect((await tests.logyard.call('GET', '/views/search/status/5f0000000000000000000000')).status).toBe(404)
})

test('a running search can be polled, and stops when it is cancelled', async () => {
  await insertLongMessages(tests.engine)
  const quick = query({ search_types: [messages({ limit: 1 })] })
  const id = await tests.logyard.store([quick, slowQuery])
  const execution = tests.logyard.call('POST', `/views/search/${id}/execute`, { body: {} })
  await expect.poll(() => slowStatements(tests.engine), { interval: 10, timeout: 10_000 }).toBeGreaterThan(0)
  // Requests wait for the job for a while: the clock is advanced.
  const ticking = setInterval(() => tests.logyard.clock.advance(10), 5)
  onTestFinished(() => clearInterval(ticking))
  expect((await execution).status).toBe(201)
  const { id: jobId } = Object((await execution).body)
  const poll = async (): Promise<SearchJob> =>
    Object((await tests.logyard.call('GET', `/views/search/status/${jobId}`)).body)
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

  const partial = await tests.logyard.call('GET', `/views/search/status/${jobId}?partial=true`)
  expect(Object(partial.body).partial_results).toMatchObject({ slow: { state: 'INCOMPLETE', search_types: {} } })

  expect((await tests.logyard.call('DELETE', `/views/search/cancel/${jobId}`)).status).toBe(204)
  await expect.poll(() => slowStatements(tests.engine), { interval: 20, timeout: 15_000 }).toBe(0)
  const stopped = await poll()
  expect(stopped.execution).toMatchObject({ done: true, cancelled: true, completed_exceptionally: true })
  expect(stopped).not.toHaveProperty('progress')
  expect(textsOf(stopped)).toHaveLength(1)
  expect(resultOf(stopped, 'slow').errors[0]?.description).toContain('cancelled')
})

test('a search type that takes too long or too much memory fails with a message; others go on', async () => {
  await insertLongMessages(tests.engine)
  await using limited = await startSearch({ engine: tests.engine, limits: { seconds: 1 } })
  const job = await limited.search([query({ search_types: [messages({ limit: 1 })] }), slowQuery])
  expect(job.errors).toEqual([
    {
      type: 'search_type',
      description: expect.stringContaining('took longer than 1 seconds'),
      query_id: 'slow',
      search_type_id: 'm',
    },
  ])
  expect(textsOf(job)).toHaveLength(1)

  await using small = await startSearch({ engine: tests.engine, limits: { memoryBytes: 20_000_000 } })
  const large = messages({ limit: 3000, sort: [{ field: 'longtext', order: 'ASC' }] })
  const refused = await small.search([query({ search_types: [large] })])
  expect(refused.errors?.[0]?.description).toContain('exceeded the memory limit of a search')
})

test('a synchronous search is cancelled at its timeout', async () => {
  await insertLongMessages(tests.engine)
  const synced = tests.logyard.call('POST', '/views/search/sync?timeout=1000', { body: { queries: [slowQuery] } })
  await expect.poll(() => slowStatements(tests.engine), { interval: 10, timeout: 10_000 }).toBeGreaterThan(0)
  tests.logyard.clock.advance(1000)
  expect(await synced).toMatchObject({
    status: 500,
    body: { type: 'ApiError', message: 'Timeout while executing search job' },
  })
  await expect.poll(() => slowStatements(tests.engine), { interval: 20, timeout: 15_000 }).toBe(0)
})

test('a synchronous search returns its result and is not stored', async () => {
  await insertMessages(tests.engine, [{ at: '2026-03-01T10:00:00.000Z', message: 'hit' }])
  const id = '5f0000000000000000000001'
  const answer = await tests.logyard.call('POST', '/views/search/sync', { body: { id, queries: [query()] } })
  expect(answer.status).toBe(200)
  expect(Object(answer.body)).toMatchObject({ search_id: id, execution: { done: true } })
  expect(textsOf(Object(answer.body))).toEqual(['hit'])
  expect((await tests.logyard.call('GET', `/views/search/${id}`)).status).toBe(404)
  expect((await tests.logyard.call('POST', '/views/search/sync?timeout=soon', { body: {} })).status).toBe(404)
})

test.skipIf(isOnShards())('a search fails with a message if the engine is down', async () => {
  await using other = await startTestEngine()
  await using alone = await startSearch({ engine: other.engine })
  await other.engine[Symbol.asyncDispose]()
  const answer = await alone.call('POST', '/views/search/sync', { body: { queries: [query()] } })
  expect(answer.text).toContain('unavailable')
})
