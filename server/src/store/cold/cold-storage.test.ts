/** Messages that are moved to a bucket by age, and what works with them there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { schemaOf } from '../../search/testing/message-table.ts'
import { messages, query, resultOf } from '../../search/testing/search-drafts.ts'
import { type SearchUnderTest, startSearch } from '../../search/testing/start-search.ts'
import { byTime, keeping } from '../../testing/start-index-sets.ts'
import { createEngine } from '../engine/engine.ts'
import {
  type ColdStorageUnderTest,
  KEYS,
  MESSAGES_A_DAY,
  openEngine,
  startColdStorage,
} from './testing/start-cold-storage.ts'

let cold: ColdStorageUnderTest
let search: SearchUnderTest

const [OLD, OLDER, NEW] = ['2026-02-18', '2026-02-10', '2026-02-19']
const N = MESSAGES_A_DAY
/** ClickHouse deletes at once, but what a search was just reading in its next round: that takes up to a minute. */
const GONE = { timeout: 90_000 }
const LIMIT = { timeout: 120_000 }

beforeAll(async () => {
  cold = await startColdStorage()
  search = await startSearch({ engine: cold.engine, schema: await schemaOf(cold.engine) })
})
afterAll(async () => {
  await search[Symbol.asyncDispose]()
  await cold[Symbol.asyncDispose]()
})
beforeEach(async () => {
  cold.bucket.become('here')
  await cold.engine.client.command({ query: sql`TRUNCATE TABLE messages` })
})

const day = (from: string, to = from) => ({
  type: 'absolute',
  from: `${from}T00:00:00.000Z`,
  to: `${to}T23:59:59.999Z`,
})
const hits = (timerange: object) =>
  query({
    query: { type: 'elasticsearch', query_string: 'hit' },
    timerange,
    search_types: [messages({ limit: 500 })],
  })
const find = (timerange: object) => search.search([hits(timerange)])
const textsOf = (result: ReturnType<typeof resultOf>) => {
  const list = result.search_types['m']
  return list?.type === 'messages' ? list.messages.map(({ message }) => message.message) : []
}

test('old messages are moved, searches find the same, and say what they read', async () => {
  for (const one of [OLDER, OLD, NEW]) await cold.store('web_0', one)
  await cold.store('other_0', OLDER)
  const before = resultOf(await find(day(OLDER, NEW)))
  expect(before.execution_stats).not.toHaveProperty('reads_cold_storage')
  await cold.untilMoved({ default: 2 * N, cold: 2 * N })
  const after = resultOf(await find(day(OLDER, NEW)))
  expect(textsOf(after)).toHaveLength(4 * N)
  expect(textsOf(after)).toEqual(textsOf(before))
  expect(after.execution_stats.reads_cold_storage).toBe(true)
  expect(resultOf(await find(day(NEW))).execution_stats).not.toHaveProperty('reads_cold_storage')
  expect(resultOf(await find(day('2026-02-12', '2026-02-17'))).execution_stats).not.toHaveProperty('reads_cold_storage')

  const ask = async (path: string) => (await cold.sets.http.ask('GET', path, '*')).body
  const stats = await ask(`/system/indices/index_sets/${await cold.sets.idOf('web')}/stats`)
  expect(stats).toMatchObject({ documents: 3 * N, cold_size: expect.any(Number) })
  expect(Object(stats).cold_size).toBeGreaterThan(0)
  expect(Object(stats).cold_size).toBeLessThan(Object(stats).size)
  expect(await ask('/system/indices/cold_storage')).toEqual({
    is_configured: true,
    hot_bytes: Object(stats).size - Object(stats).cold_size,
    cold_bytes: Object(stats).cold_size,
  })
  const told = async () => (await cold.sets.messages.page(1)).messages.map(({ content }) => content)
  await cold.tickUntil(
    told,
    expect.arrayContaining([expect.stringMatching(/^Moved .* of index web_0 to cold storage, 1 MB\.$/)]),
  )

  // A late message is hot at first.
  await cold.store('web_0', OLD)
  expect(await cold.rows()).toEqual({ default: 3 * N, cold: 2 * N })
  await cold.untilMoved({ default: 2 * N, cold: 3 * N })
})

test('while the bucket is out of reach, only searches of old messages fail, and a notice says what is wrong', async () => {
  for (const one of [OLD, NEW]) await cold.store('web_0', one)
  await cold.untilMoved({ default: N, cold: N })
  await cold.store('web_0', OLDER)
  await cold.dropCaches()
  cold.bucket.become('gone')
  expect(textsOf(resultOf(await find(day(NEW))))).toHaveLength(N)
  const failed = await find(day(OLD))
  expect(failed.errors?.map(({ description }) => description)).toEqual([expect.stringContaining('is in cold storage')])
  const noticeTypes = async () => (await cold.sets.notifications.list()).map(({ type }) => type)
  await cold.tickUntil(noticeTypes, ['cold_storage_failing'])
  expect(await cold.rows()).toEqual({ default: 2 * N, cold: N })
  cold.bucket.become('here')
  await cold.untilMoved({ default: N, cold: 2 * N })
  await cold.tickUntil(noticeTypes, [])
  expect(textsOf(resultOf(await find(day(OLD))))).toHaveLength(N)
})

test('an engine that is killed in the middle of a move has each message once', async () => {
  for (const one of [OLDER, OLD, NEW]) await cold.store('web_0', one)
  const uploads = () => cold.bucket.requests.filter((request) => request.startsWith('PUT')).length
  const before = uploads()
  cold.sets.clock.advance(300_000)
  await expect.poll(uploads, { interval: 1 }).toBeGreaterThan(before + 2)
  process.kill(cold.engine.pid() ?? 0, 'SIGKILL')
  await expect.poll(() => cold.engine.state(), { interval: 1 }).not.toBe('up')
  await cold.engine.ready(AbortSignal.timeout(20_000))
  expect(textsOf(resultOf(await find(day(OLDER, NEW))))).toHaveLength(3 * N)
  await cold.untilMoved({ default: N, cold: 2 * N })
  const texts = textsOf(resultOf(await find(day(OLDER, NEW))))
  expect(new Set(texts).size).toBe(3 * N)
})

test('an index in cold storage can be closed and reopened, and is deleted in the bucket, too', LIMIT, async () => {
  await cold.sets.indexSets.indices.cycle(await cold.sets.idOf('web'))
  await cold.store('web_0', OLDER)
  const before = cold.bucket.objects.size
  await cold.untilMoved({ cold: N })
  const { indices } = cold.sets.indexSets
  await indices.close('web_0')
  expect(await cold.rows()).toEqual({})
  await indices.reopen('web_0')
  expect(await cold.rows()).toEqual({ cold: N })
  await indices.delete('web_0')
  await expect.poll(() => cold.bucket.objects.size, GONE).toBe(before)
})

test('the days must be fewer than those of retention, and need a place', async () => {
  const { http } = cold.sets
  const id = await cold.sets.idOf('web')
  const put = (body: object) => http.ask('PUT', `/system/indices/index_sets/${id}`, '*', body)
  const retained = { ...byTime('P1D'), ...keeping('delete', 30) }
  expect(await put({ ...retained, cold_after_days: 30 })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('must be less than the 30 days') },
  })
  expect(await put({ ...retained, cold_after_days: 29 })).toMatchObject({ status: 200, body: { cold_after_days: 29 } })
  expect(await put({ title: 'web' })).toMatchObject({ status: 200, body: { cold_after_days: 29 } })
  expect(await put({ cold_after_days: null })).toMatchObject({ status: 200, body: { cold_after_days: null } })
  expect(await put({ cold_after_days: -1 })).toMatchObject({ status: 400 })
  expect(await put({ cold_after_days: 10 })).toMatchObject({ status: 200 })
})

test('the keys are in no table of the engine and in no file that others may read', async () => {
  const { client } = cold.engine
  for (const table of [
    sql`disks`,
    sql`storage_policies`,
    sql`server_settings`,
    sql`settings`,
    sql`tables`,
    sql`processes`,
  ]) {
    const rows = await (await client.query({ query: sql`SELECT * FROM system.${table}`, format: 'JSONEachRow' })).json()
    expect(JSON.stringify(rows)).not.toContain(KEYS.secretKey)
  }
  const engineFolder = join(cold.folder, 'engine')
  const files = readdirSync(engineFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const secret = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(KEYS.secretKey))
  expect(secret.map(({ name }) => name)).toEqual(['config.xml'])
})

test(
  'without its bucket a data folder with messages there does not start; with none there it does',
  LIMIT,
  async () => {
    await using other = await startColdStorage()
    await other.store('web_0', OLDER)
    await other.store('web_0', NEW)
    await other.untilMoved({ default: N, cold: N })
    await other.stop()
    const open = () => createEngine({ dataFolder: other.folder, log: createLog('fatal'), clock: systemClock })
    await expect(open()).rejects.toMatchObject({ code: 'cold-place-missing' })
    {
      await using engine = await openEngine(other.folder, other.bucket)
      await engine.client.command({ query: sql`ALTER TABLE messages DROP PARTITION ('web_0', ${OLDER})` })
      await expect.poll(() => other.bucket.objects.size, GONE).toBe(0)
    }
    await using engine = await openEngine(other.folder)
    const count = await engine.client.query({
      query: sql`SELECT toFloat64(count()) AS n FROM messages`,
      format: 'JSONEachRow',
    })
    expect(await count.json()).toEqual([{ n: N }])
  },
)

test('on a ClickHouse of others, messages move to the last volume of the policy that is set', LIMIT, async () => {
  await using own = await startColdStorage({ isExternal: true })
  await using searching = await startSearch({ engine: own.engine, schema: await schemaOf(own.engine) })
  const found = async () => {
    const result = resultOf(await searching.search([hits(day(OLD, NEW))]))
    return [textsOf(result).length, result.execution_stats.reads_cold_storage]
  }
  await own.store('web_0', OLD)
  await own.store('web_0', NEW)
  expect(await found()).toEqual([2 * N, undefined])
  await own.untilMoved({ default: N, cold: N })
  expect(own.bucket.objects.size).toBeGreaterThan(0)
  expect(await found()).toEqual([2 * N, true])
  const figures = await own.sets.http.ask('GET', '/system/indices/cold_storage', '*')
  expect(figures.body).toEqual({ is_configured: true, hot_bytes: expect.any(Number), cold_bytes: expect.any(Number) })
  await own.sets.indexSets.indices.cycle(await own.sets.idOf('web'))
  await own.sets.indexSets.indices.delete('web_0')
  await expect.poll(() => own.bucket.objects.size, GONE).toBe(0)
})
