/** The progress of executions: over HTTP, of statements that the engine runs. */
import type { SearchJob } from '@logyard/contract/search/search-jobs'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { messages, query } from '../testing/search-drafts.ts'
import { searchTests } from '../testing/search-tests.ts'
import { insertLongMessages, slowQuery, slowStatements } from '../testing/slow-search.ts'

const tests = searchTests()
const PATIENCE = { interval: 20, timeout: 60_000 }

beforeEach(() => insertLongMessages(tests.engine, 300_000, 10_000))

/** Starts the search, and lets the clock of the server run fast: the progress is polled every few milliseconds. */
async function start(queries: readonly object[], as?: string) {
  const asked = as === undefined ? {} : { as }
  const id = await tests.logyard.store(queries, asked)
  const ticking = setInterval(() => tests.logyard.clock.advance(500), 10)
  onTestFinished(() => clearInterval(ticking))
  const started = await tests.logyard.call('POST', `/views/search/${id}/execute`, { body: {}, ...asked })
  const { id: jobId } = Object(started.body)
  return {
    status: async (): Promise<SearchJob> =>
      Object((await tests.logyard.call('GET', `/views/search/status/${jobId}`, asked)).body),
    cancel: () => tests.logyard.call('DELETE', `/views/search/cancel/${jobId}`, asked),
  }
}

test('the progress of a long search rises until it is stopped, and its results so far stay', async () => {
  const counts = { id: 'p', type: 'pivot', row_groups: [], series: [{ id: 'count', type: 'count' }], rollup: true }
  const list = query({ id: 'done', search_types: [messages({ limit: 1 })] })
  const job = await start([list, { ...slowQuery, search_types: [counts] }])
  const percents: number[] = []
  const look = async () => {
    const { execution } = await job.status()
    const { progress } = execution
    if (progress === undefined) return percents.length
    const { percent, rows_read, rows_total } = progress
    expect(percent).toBeGreaterThanOrEqual(percents.at(-1) ?? 0)
    expect(percent).toBeLessThan(100)
    expect(rows_read).toBeLessThanOrEqual(rows_total ?? 0)
    if (percent !== percents.at(-1)) percents.push(percent)
    return percents.length
  }
  await expect.poll(look, PATIENCE).toBeGreaterThanOrEqual(3)
  const finished = async () => (await job.status()).results['done']?.search_types
  await expect.poll(finished, PATIENCE).toHaveProperty('m')

  await job.cancel()
  await expect.poll(() => slowStatements(tests.engine), PATIENCE).toBe(0)
  const stopped = await job.status()
  expect(stopped.execution).toMatchObject({ done: true, cancelled: true, completed_exceptionally: true })
  expect(stopped.results['done']?.search_types).toHaveProperty('m')
})

test('only users who may read all streams learn numbers of rows', async () => {
  const reader = await tests.logyard.addReader('ada', '000000000000000000000001')
  const job = await start([slowQuery], reader)
  await expect
    .poll(async () => (await job.status()).execution.progress, PATIENCE)
    .toMatchObject({ percent: expect.any(Number), rows_read: null, rows_total: null })
  await job.cancel()
})
