import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { createMutex, type Mutex } from '../../platform/mutex.ts'
import { engineUrl } from '../../testing/engine-owner.ts'
import { startExternalClickHouse } from '../../testing/external-clickhouse.ts'
import { rounds } from '../../testing/rounds.ts'
import { createEngine, type Engine } from './engine.ts'
import type { ClusterAddress } from './engine-connections.ts'
import { engineMigrations } from './engine-migrations.ts'
import type { EngineMigration } from './migrations/migration.ts'
import type { Rows } from './sql-client.ts'

const UNAVAILABLE = {
  kind: 'unavailable',
  code: 'engine-unavailable',
  message: 'Elasticsearch is unavailable. Check your configuration and logs for more information.',
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'logyard-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function startEngine(
  dataFolder: string,
  options: { migrations?: readonly EngineMigration[]; cluster?: ClusterAddress; schemaTurn?: Mutex } = {},
) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const engine = await createEngine({ dataFolder, log, clock: systemClock, ...options })
  return { engine, lines, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() }
}

async function startInFolder() {
  await using starting = new AsyncDisposableStack()
  const { path } = starting.use(await temporaryFolder())
  const { engine, lines } = starting.use(await startEngine(path))
  await engine.ready(AbortSignal.timeout(60_000))
  const running = starting.move()
  return { path, engine, lines, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

async function numberOf(engine: Engine, query: Sql): Promise<number> {
  const result = await engine.client.query({ query: sql`SELECT toFloat64((${query})) AS n`, format: 'JSONEachRow' })
  const [row] = await result.json<{ n: number }>()
  return row?.n ?? Number.NaN
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Several tests share this engine. They may kill its process, which starts again. */
let shared: Awaited<ReturnType<typeof startInFolder>>
/** This engine stops responding before the first test, so that the time limit of its pings passes while others run. */
let stopped: typeof shared
let stoppedPid = 0

beforeAll(async () => {
  shared = await startInFolder()
  stopped = await startInFolder()
  stoppedPid = stopped.engine.pid() ?? 0
  process.kill(stoppedPid, 'SIGSTOP')
})
afterAll(async () => {
  await shared?.[Symbol.asyncDispose]()
  await stopped?.[Symbol.asyncDispose]()
})

test('an engine killed during a query and an insert is up within 2 s with all acknowledged rows', async () => {
  await using folder = await temporaryFolder()
  const startedAtMs = performance.now()
  await using started = await startEngine(folder.path)
  const { engine } = started
  await engine.ready(AbortSignal.timeout(60_000))
  const startMs = performance.now() - startedAtMs
  await engine.client.command({ query: sql`CREATE TABLE kept (batch UInt32, id UInt64) ORDER BY id` })
  const perBatch = 2000
  let batches = 0
  let acknowledged = 0
  /** Sent without a response: they may be stored or not. */
  const unknown: number[] = []
  const tookMs: number[] = []
  for (let round = 0; round < rounds(2, 200); round += 1) {
    const query = engine.client.query({
      query: sql`SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1`,
      format: 'JSONEachRow',
    })
    query.catch(() => undefined)
    const inserting = (async () => {
      for (;;) {
        const batch = batches++
        const values = Array.from({ length: perBatch }, (_, at) => ({ batch, id: batch * perBatch + at }))
        unknown.push(batch)
        await engine.client.insert({ table: sql`kept`, values })
        unknown.pop()
        acknowledged += values.length
      }
    })()
    inserting.catch(() => undefined)
    const before = acknowledged
    await expect.poll(() => acknowledged, { interval: 1 }).toBeGreaterThan(before)
    await sleep(round % 7)
    const killedAtMs = performance.now()
    process.kill(engine.pid() ?? 0, 'SIGKILL')
    await expect(query).rejects.toMatchObject(UNAVAILABLE)
    await expect(inserting).rejects.toMatchObject(UNAVAILABLE)
    await expect.poll(() => engine.state(), { interval: 1 }).not.toBe('up')
    await engine.ready(AbortSignal.timeout(60_000))
    tookMs.push(performance.now() - killedAtMs)
    const sure = sql`SELECT uniqExact(id) FROM kept WHERE batch NOT IN (${sqlList(unknown)})`
    expect(await numberOf(engine, sure)).toBe(acknowledged)
  }
  // Compared with the first start on this machine, because the machine may be busy.
  expect(Math.min(...tookMs)).toBeLessThan(3 * startMs)
}, 200_000)

test('the engine is available while it starts, comes up, and ends with its process when disposed', async () => {
  await using folder = await temporaryFolder()
  const { engine } = await startEngine(folder.path)
  const seen: string[] = []
  engine.onState((state) => seen.push(state))
  expect(engine.state()).toBe('starting')
  await expect(engine.client.query({ query: sql`SELECT 1`, format: 'JSONEachRow' })).rejects.toMatchObject(UNAVAILABLE)
  await engine.ready(AbortSignal.timeout(60_000))
  expect(await numberOf(engine, sql`SELECT 17`)).toBe(17)
  const pid = engine.pid() ?? 0
  await engine[Symbol.asyncDispose]()
  expect(seen).toEqual(['up', 'down'])
  expect(isRunning(pid)).toBe(false)
  await expect(engine.client.command({ query: sql`SELECT 1` })).rejects.toMatchObject(UNAVAILABLE)
})

test('waiting for the engine can be aborted', async () => {
  await using folder = await temporaryFolder()
  await using started = await startEngine(folder.path)
  await expect(started.engine.ready(AbortSignal.timeout(1))).rejects.toThrow()
  await started.engine.ready(AbortSignal.timeout(60_000))
  await started.engine.ready()
})

test('an engine on a folder in use by another engine never becomes available, and the log says why', async () => {
  await using second = await startEngine(shared.path)
  await expect.poll(() => second.lines.join('')).toContain('engine wrote to stderr')
  expect(second.engine.state()).not.toBe('up')
  expect(await numberOf(shared.engine, sql`SELECT 1`)).toBe(1)
})

test('schema migrations run once, in order; the engine is unavailable until a failed one succeeds', async () => {
  await using folder = await temporaryFolder()
  const ran: number[] = []
  const step = (number: number, failures = 0): EngineMigration => ({
    number,
    async apply(client, signal) {
      ran.push(number)
      const isFailing = ran.filter((other) => other === number).length <= failures
      const query = isFailing ? sql`SELECT throwIf(1)` : sql`CREATE TABLE step_${number} (a UInt8) ORDER BY a`
      await client.command({ query, abort_signal: signal })
    },
  })
  for (const migrations of [
    [...engineMigrations, step(12)],
    [...engineMigrations, step(14), step(12), step(13, 1)],
  ]) {
    await using started = await startEngine(folder.path, { migrations })
    await started.engine.ready(AbortSignal.timeout(60_000))
    expect(await numberOf(started.engine, sql`SELECT count() FROM system.tables WHERE name LIKE 'step_%'`)).toBe(
      migrations.length - engineMigrations.length,
    )
  }
  expect(ran).toEqual([12, 13, 13, 14])
  await using older = await startEngine(folder.path)
  await expect.poll(() => older.lines.join('')).toContain('engine-schema-too-new')
  expect(older.engine.state()).toBe('starting')
})

test('nodes that start at once on one server run each migration once', async () => {
  await using server = await startExternalClickHouse()
  await using folder = await temporaryFolder()
  const ran: number[] = []
  const last = { number: 99, apply: async () => void ran.push(99) }
  const options = {
    migrations: [...engineMigrations, last],
    cluster: { url: server.url },
    schemaTurn: createMutex(),
  }
  await using one = await startEngine(folder.path, options)
  await using two = await startEngine(folder.path, options)
  for (const { engine } of [one, two]) await engine.ready(AbortSignal.timeout(60_000))
  expect(ran).toEqual([99])
  expect([...one.lines, ...two.lines].filter((line) => line.includes('could not be prepared'))).toEqual([])
})

test('an external ClickHouse is monitored through its address', async () => {
  const { engine: embedded, path } = shared
  await embedded.ready(AbortSignal.timeout(60_000))
  const access = new URL(engineUrl(path))
  const server = createServer((incoming) => {
    const outgoing = connect(Number(new URL(engineUrl(path)).port), '127.0.0.1')
    incoming.pipe(outgoing).pipe(incoming)
    for (const end of [incoming, outgoing]) end.on('error', () => incoming.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await using folder = await temporaryFolder()
  await using remote = await startEngine(folder.path, {
    cluster: { url: `http://${access.username}:${access.password}@127.0.0.1:${port}` },
  })
  await remote.engine.ready(AbortSignal.timeout(60_000))
  expect(remote.engine.pid()).toBeUndefined()
  expect(await numberOf(remote.engine, sql`SELECT 1`)).toBe(1)
  process.kill(embedded.pid() ?? 0, 'SIGKILL')
  await embedded.ready(AbortSignal.timeout(60_000))
  await remote.engine.ready(AbortSignal.timeout(60_000))
  await new Promise((resolve) => {
    server.close(resolve)
    void remote.engine.client.close()
  })
  await expect.poll(() => remote.engine.state()).toBe('down')
})

test('an engine that dies while its response is read counts as unavailable', async () => {
  const { engine } = shared
  for (const read of [(rows: Rows) => rows.json(), (rows: Rows) => Array.fromAsync(rows.stream())]) {
    await engine.ready(AbortSignal.timeout(60_000))
    const query = sql`SELECT number, repeat('x', 1000) AS text FROM numbers(1000000000)`
    const result = await engine.client.query({ query, format: 'JSONEachRow' })
    const reading = read(result)
    process.kill(engine.pid() ?? 0, 'SIGKILL')
    await expect(reading).rejects.toMatchObject(UNAVAILABLE)
    await expect.poll(() => engine.state(), { interval: 1 }).not.toBe('up')
  }
})

test('a long statement succeeds after others that were aborted while they began', async () => {
  const { client } = shared.engine
  await shared.engine.ready(AbortSignal.timeout(60_000))
  for (let turns = 0; turns < 50; turns += 1) {
    const leaving = new AbortController()
    const aborted = client.command({ query: sql`SELECT 1`, abort_signal: leaving.signal }).catch(() => undefined)
    for (let turn = 0; turn < turns; turn += 1) await undefined
    leaving.abort()
    await aborted
  }
  await client.command({ query: sql`SELECT sleep(3)` })
})

test('an engine that stops responding is replaced', async () => {
  const { engine, lines } = stopped
  await expect.poll(() => isRunning(stoppedPid), { timeout: 50_000, interval: 200 }).toBe(false)
  await engine.ready(AbortSignal.timeout(60_000))
  expect(lines.join('')).toContain('engine does not answer and is killed')
})
