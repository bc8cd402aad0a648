/** Searches in the background, and the list of running searches: over HTTP, for their owner and for administrators. */
import type { RunningSearch } from '@logyard/contract/search/running-searches'
import { expect, onTestFinished, test } from 'vitest'
import { insertMessages, TEST_STREAM } from '../testing/message-table.ts'
import { messages, query, text, textsOf } from '../testing/search-drafts.ts'
import { searchTests } from '../testing/search-tests.ts'
import { insertLongMessages, slowQuery, slowStatements } from '../testing/slow-search.ts'
import { startSearch } from '../testing/start-search.ts'

const tests = searchTests({ backgroundOfUser: 2 })
const MINUTE_MS = 60_000
const PATIENCE = { interval: 20, timeout: 60_000 }

async function listed(path = '', as?: string): Promise<readonly RunningSearch[]> {
  const answer = await tests.logyard.call('GET', `/logyard/search/jobs${path}`, as === undefined ? {} : { as })
  expect(answer.status, answer.text).toBe(200)
  return Object(answer.body).searches
}

const post = async (jobId: string, action: 'background' | 'stop', as?: string) =>
  (await tests.logyard.call('POST', `/logyard/search/jobs/${jobId}/${action}`, as === undefined ? {} : { as })).status

const statusOf = async (jobId: string, as?: string) =>
  await tests.logyard.call('GET', `/views/search/status/${jobId}`, as === undefined ? {} : { as })

/** A search that runs for seconds. Requests wait for it for a moment: the clock is advanced. */
async function startSlow(as?: string): Promise<string> {
  const asked = as === undefined ? {} : { as }
  const id = await tests.logyard.store([slowQuery], asked)
  const execution = tests.logyard.call('POST', `/views/search/${id}/execute`, { body: {}, ...asked })
  const ticking = setInterval(() => tests.logyard.clock.advance(10), 5)
  onTestFinished(() => clearInterval(ticking))
  const { id: jobId } = Object((await execution).body)
  clearInterval(ticking)
  return jobId
}

test('a search in the background goes on without being polled, and its result is kept for an hour after its end', async () => {
  await insertMessages(tests.engine, [{ at: '2026-03-01T11:00:00.000Z', message: 'hello' }])
  const { id, search_id } = await tests.logyard.search([query({ query: text('message:hello') })])
  expect(await listed()).toEqual([])
  expect(await post(id, 'background')).toBe(204)
  tests.logyard.clock.advance(59 * MINUTE_MS)
  const [kept] = await listed()
  expect(kept).toMatchObject({
    job_id: id,
    search_id,
    owner: 'admin',
    state: 'done',
    is_in_background: true,
    queries: [{ query_string: 'message:hello', streams: [] }],
    kept_until: '2026-03-01T13:00:00.000Z',
  })
  expect(kept?.cost.rows).toBeGreaterThan(0)
  expect(textsOf(Object((await statusOf(id)).body))).toEqual(['hello'])
  tests.logyard.clock.advance(61 * MINUTE_MS)
  expect(await listed()).toEqual([])
  expect((await statusOf(id)).status).toBe(404)
})

test('a running search is listed for its owner and for administrators, who may stop it', async () => {
  await insertLongMessages(tests.engine)
  const [ada, bob] = [
    await tests.logyard.addReader('ada', TEST_STREAM),
    await tests.logyard.addReader('bob', TEST_STREAM),
  ]
  const jobId = await startSlow(ada)
  expect(await post(jobId, 'background', ada)).toBe(204)
  // Without the background it would be cancelled by now.
  tests.logyard.clock.advance(20 * MINUTE_MS)
  const running = { job_id: jobId, owner: 'ada', state: 'running', is_in_background: true, kept_until: null }
  expect(await listed('', ada)).toMatchObject([{ ...running, cost: { rows: null, bytes: null } }])
  expect(await listed('/all')).toMatchObject([{ ...running, cost: { rows: expect.any(Number) } }])
  expect(await listed('', bob)).toEqual([])
  expect(await listed()).toEqual([])
  expect((await tests.logyard.call('GET', '/logyard/search/jobs/all', { as: bob })).status).toBe(403)

  for (const action of ['stop', 'background'] as const) expect(await post(jobId, action, bob)).toBe(404)
  // An administrator stops it, but does not see its result.
  expect(await post(jobId, 'background')).toBe(404)
  expect((await statusOf(jobId)).status).toBe(404)
  expect(await post(jobId, 'stop')).toBe(204)
  await expect.poll(() => slowStatements(tests.engine), PATIENCE).toBe(0)
  await expect.poll(async () => (await listed('', ada))[0]?.state, PATIENCE).toBe('stopped')
})

test('a search in the background is stopped after an hour', async () => {
  await insertLongMessages(tests.engine)
  const jobId = await startSlow()
  expect(await post(jobId, 'background')).toBe(204)
  tests.logyard.clock.advance(61 * MINUTE_MS)
  await expect.poll(async () => (await listed())[0]?.state, PATIENCE).toBe('stopped')
})

test('a user has a few searches in the background: the oldest that has ended makes room', async () => {
  const done = [await tests.logyard.search([query()]), await tests.logyard.search([query()])].map(({ id }) => id)
  for (const id of done) expect(await post(id, 'background')).toBe(204)
  await insertLongMessages(tests.engine)
  const running = [await startSlow(), await startSlow(), await startSlow()]
  const [first = '', second = '', third = ''] = running
  expect(await post(first, 'background')).toBe(204)
  expect((await statusOf(done[0] ?? '')).status).toBe(404)
  expect(await post(second, 'background')).toBe(204)
  expect(await post(third, 'background')).toBe(429)
  for (const id of running) expect(await post(id, 'stop')).toBe(204)
})

test('the searches of all nodes are listed and stopped by any of them', async () => {
  await using other = await startSearch({ engine: tests.engine, beside: tests.logyard })
  const { id } = await tests.logyard.search([query({ search_types: [messages({})] })])
  expect((await other.call('POST', `/logyard/search/jobs/${id}/background`)).status).toBe(204)
  const { body } = await other.call('GET', '/logyard/search/jobs')
  expect(Object(body).searches).toMatchObject([{ job_id: id, state: 'done' }])
  expect((await other.call('POST', `/logyard/search/jobs/${id}/stop`)).status).toBe(204)
})
