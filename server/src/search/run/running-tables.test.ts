/** Tables of steps and of SQL among the running searches: over HTTP, for their owner and for administrators. */
import type { RunningSearch } from '@logyard/contract/search/running-searches'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { TEST_STREAM } from '../testing/message-table.ts'
import { searchTests } from '../testing/search-tests.ts'
import { insertLongMessages, slowQuery, slowStatements } from '../testing/slow-search.ts'

const tests = searchTests()
const PATIENCE = { interval: 20, timeout: 60_000 }
const DAYS = { type: 'absolute', from: '2026-01-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' }
const slowText = slowQuery.query.query_string

beforeEach(() => insertLongMessages(tests.engine, 300_000, 10_000))

async function listed(path = '', as?: string): Promise<readonly RunningSearch[]> {
  const answer = await tests.logyard.call('GET', `/logyard/search/jobs${path}`, as === undefined ? {} : { as })
  expect(answer.status, answer.text).toBe(200)
  return Object(answer.body).searches
}

const stop = async (jobId: string, as?: string) =>
  (await tests.logyard.call('POST', `/logyard/search/jobs/${jobId}/stop`, as === undefined ? {} : { as })).status

/** The clock of the server runs fast, so that the progress is polled every few milliseconds. */
function ask(path: string, body: object, as?: string) {
  const ticking = setInterval(() => tests.logyard.clock.advance(500), 10)
  onTestFinished(() => clearInterval(ticking))
  return tests.logyard.call('POST', `/logyard/search/${path}`, {
    body: { timerange: DAYS, ...body },
    ...(as && { as }),
  })
}

describe.each([
  {
    kind: 'steps',
    path: 'tables',
    text: `${slowText} | stats count()`,
    more: { query: `${slowText} | stats count()` },
  },
  {
    kind: 'sql',
    path: 'sql',
    text: 'SELECT count() FROM messages',
    more: { query: slowText, sql: 'SELECT count() FROM messages' },
  },
])('a table of $kind', ({ kind, path, text, more }) => {
  test('is listed with its progress for its owner and for administrators, who stop it', async () => {
    const [ada, bob] = [
      await tests.logyard.addReader('ada', TEST_STREAM),
      await tests.logyard.addReader('bob', TEST_STREAM),
    ]
    const asked = ask(path, { ...more, tag: 'tab-1', streams: [TEST_STREAM] }, ada)
    await expect
      .poll(async () => (await listed('/all'))[0], PATIENCE)
      .toMatchObject({
        ...{ kind, tag: 'tab-1', owner: 'ada', state: 'running', is_in_background: false, kept_until: null },
        queries: [{ query_string: text.slice(0, 500), timerange: DAYS, streams: [TEST_STREAM] }],
        cost: { rows: expect.any(Number) },
        progress: { percent: expect.any(Number), rows_read: expect.any(Number) },
      })
    const [own] = await listed('', ada)
    expect(own).toMatchObject({ tag: 'tab-1', cost: { rows: null, bytes: null }, progress: { rows_read: null } })
    expect(await listed('', bob)).toEqual([])
    const jobId = own?.job_id ?? ''
    expect(await stop(jobId, bob)).toBe(404)
    expect(await stop(jobId)).toBe(204)
    const answer = await asked
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('The table was stopped before it was done.')
    await expect.poll(() => slowStatements(tests.engine), PATIENCE).toBe(0)
    expect(await listed('/all')).toEqual([])
    expect(await stop(jobId)).toBe(404)
  })
})

test('a table that is done or wrong is no longer listed', async () => {
  expect((await ask('tables', { query: '| stats count()' })).status).toBe(200)
  expect((await ask('sql', { sql: 'SELECT missing_function(1) FROM messages' })).status).toBe(400)
  expect((await ask('tables', { query: '| stats count()', tag: 'not a tag' })).status).toBe(400)
  expect(await listed('/all')).toEqual([])
})
