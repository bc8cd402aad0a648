import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecParams } from '@clickhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedEngine, startEngine, temporaryFolder } from './testing/start-engine.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let engine: StartedEngine

beforeAll(async () => {
  folder = await temporaryFolder()
  engine = await startEngine(folder.path)
})

afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function numberOf(query: string): Promise<number> {
  const result = await engine.client.query({ query: `SELECT toFloat64((${query})) AS n`, format: 'JSONEachRow' })
  const [row] = await result.json<{ n: number }>()
  return row?.n ?? Number.NaN
}

const runningLike = (text: string) =>
  numberOf(`SELECT count() FROM system.processes WHERE position(query, concat('${text}', '')) > 0
    AND position(query, 'system.processes') = 0`)

function lines(count: number, lineOf: (at: number) => string): Readable {
  function* blocks() {
    for (let at = 0; at < count; at += 1000) {
      yield Buffer.from(Array.from({ length: Math.min(1000, count - at) }, (_, by) => lineOf(at + by)).join(''))
    }
  }
  return Readable.from(blocks(), { objectMode: false })
}

/** Inserts raw bytes; the client's own insert accepts only objects for JSON formats. */
async function insertLines(table: string, params: Omit<ExecParams, 'query'> & { values: Readable }) {
  const { stream, summary } = await engine.client.exec({ query: `INSERT INTO ${table} FORMAT JSONEachRow`, ...params })
  await stream.resume().toArray()
  return { summary }
}

test('200,000 rows are inserted in several batches, each row once', async () => {
  await engine.client.command({ query: 'CREATE TABLE rows (id UInt32, text String) ORDER BY id' })
  const { summary } = await insertLines('rows', {
    values: lines(200_000, (id) => `{"id":${id},"text":"${'é'.repeat(60)}"}\n`),
  })
  expect(summary?.written_rows).toBe('200000')
  expect(await numberOf('SELECT count() FROM rows')).toBe(200_000)
  expect(await numberOf('SELECT uniqExact(id) FROM rows')).toBe(200_000)
})

test('a repeated insert of several batches with the same token inserts nothing', async () => {
  await engine.client.command({
    query: `CREATE TABLE once (id UInt32, text String) ORDER BY id
      SETTINGS non_replicated_deduplication_window = 100`,
  })
  const insert = () =>
    insertLines('once', {
      clickhouse_settings: { insert_deduplication_token: 'batch-1' },
      values: lines(120_000, (id) => `{"id":${id},"text":"${'x'.repeat(200)}"}\n`),
    })
  await insert()
  await insert()
  expect(await numberOf('SELECT count() FROM once')).toBe(120_000)
})

test('a long response to a slow client is not buffered in the memory of the engine', async () => {
  const result = await engine.client.query({
    query: "SELECT number, repeat('x', 1000) AS text FROM numbers(1000000)",
    format: 'JSONEachRow',
  })
  let rows = 0
  let most = 0
  let afterQuarter = 0
  for await (const batch of result.stream()) {
    rows += batch.length
    if (rows % 20 !== 0) continue
    most = Math.max(most, await residentBytes())
    if (rows < 250_000) afterQuarter = most
  }
  expect(rows).toBe(1_000_000)
  // Blocks in flight use some 300 MB here; the whole response would be a gigabyte.
  expect(most - afterQuarter).toBeLessThan(150 * 1024 * 1024)
})

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${engine.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

test('a response that the client does not read pauses its query', async () => {
  const result = await engine.client.query({
    query: "SELECT number, repeat('stuck', 200) AS text FROM numbers(100000000)",
    format: 'JSONEachRow',
  })
  await expect.poll(() => runningLike('stuck')).toBe(1)
  const read = () =>
    numberOf("SELECT max(read_rows) FROM system.processes WHERE position(query, concat('stu', 'ck')) > 0")
  let last = -1
  await expect
    .poll(
      async () => {
        const now = await read()
        const isStill = now === last
        last = now
        return isStill
      },
      { interval: 200, timeout: 10_000 },
    )
    .toBe(true)
  expect(last).toBeLessThan(5_000_000)
  result.close()
  await expect.poll(() => runningLike('stuck'), { timeout: 15_000 }).toBe(0)
})

test.each([
  { what: 'a query', query: 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1' },
  { what: 'its scalar part', query: 'SELECT (SELECT max(sipHash64(number)) FROM numbers(1000000000000))' },
])('$what stops when its client disconnects, and the process answers other requests meanwhile', async ({ query }) => {
  const leaving = new AbortController()
  const asked = engine.client.query({ query, abort_signal: leaving.signal })
  await expect.poll(() => runningLike('1000000000000')).toBeGreaterThan(0)
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  await expect.poll(() => runningLike('1000000000000'), { timeout: 15_000 }).toBe(0)
})

test('a command stops when its client disconnects', async () => {
  await engine.client.command({ query: 'CREATE TABLE copied (n UInt64) ORDER BY n' })
  const leaving = new AbortController()
  const asked = engine.client.command({
    query: 'INSERT INTO copied SELECT number FROM numbers(2000000000000) WHERE sipHash64(number) = 1',
    abort_signal: leaving.signal,
  })
  await expect.poll(() => runningLike('2000000000000')).toBeGreaterThan(0)
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  await expect.poll(() => runningLike('2000000000000'), { timeout: 15_000 }).toBe(0)
})

test('an interrupted insert stores only complete batches, and its session runs the next request', async () => {
  await engine.client.command({ query: 'CREATE TABLE torn (id UInt32) ORDER BY id' })
  const leaving = new AbortController()
  const endless = Readable.from(
    (async function* () {
      for (let id = 0; ; id += 1) {
        yield Buffer.from(`{"id":${id}}\n`)
        if (id === 1000) leaving.abort()
        if (id >= 1000) await sleep(10, undefined, { signal: leaving.signal })
      }
    })(),
    { objectMode: false },
  )
  const asked = insertLines('torn', { values: endless, abort_signal: leaving.signal })
  await expect(asked).rejects.toThrow()
  expect(await numberOf('SELECT count() FROM torn')).toBe(0)
})

test('the client gets the original error if it occurs in the middle of a response', async () => {
  const result = await engine.client.query({
    query: 'SELECT throwIf(number = 1999999) AS n FROM numbers(2000000)',
    format: 'JSONEachRow',
  })
  let rows = 0
  const reading = (async () => {
    for await (const batch of result.stream()) rows += batch.length
  })()
  await expect(reading).rejects.toMatchObject({ code: '395' })
  expect(rows).toBeGreaterThan(0)
  const whole = await engine.client.query({
    query: 'SELECT throwIf(number = 1999999) AS n FROM numbers(2000000)',
    format: 'JSON',
  })
  await expect(whole.text()).rejects.toThrow()
})

test('with wait_end_of_query a late error has its own HTTP status', async () => {
  const asked = engine.client.query({
    query: 'SELECT throwIf(number = 999999) AS n FROM numbers(1000000)',
    format: 'JSONEachRow',
    clickhouse_settings: { wait_end_of_query: 1 },
  })
  await expect(asked).rejects.toMatchObject({ code: '395' })
})
