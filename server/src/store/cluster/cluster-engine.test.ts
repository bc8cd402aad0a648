/** A cluster of two shards with two replicas each, whose servers are killed while messages are stored. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import { type ClickHouseCluster, startClickHouseCluster } from '../../testing/clickhouse-cluster.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import type { Engine } from '../engine/engine.ts'
import { createRowEncoder } from '../messages/encode-rows.ts'
import { createMessageIds } from '../messages/message-ids.ts'
import { createMessageWriter } from '../messages/message-writer.ts'
import { createClusterEngine } from './cluster-engine.ts'
import { openClusterState } from './cluster-state.ts'

const WITHIN = { timeout: 60_000, interval: 200 }
const LIMIT = { timeout: 180_000 }
const RECEIVED_AT_MS = Date.UTC(2026, 2, 1)

let cluster: ClickHouseCluster
let settings: Awaited<ReturnType<typeof temporarySettings>>
let engine: Engine
const copyTurn = createMutex()
/** Nodes that cannot store a note, and those whose notes say that they are still writing. */
const cutOff = new Set<string>()
const stillWriting = new Set<string>()
let beats = 0
const start = (nodeId = 'one', urls = cluster.addresses.urls) => {
  const log = createLog('off')
  const stored = openClusterState(settings.settings)
  const put: typeof stored.notes.put = async (note) => {
    if (cutOff.has(nodeId)) throw new Error('the settings are out of reach')
    beats += 1
    return await stored.notes.put(stillWriting.has(nodeId) ? { ...note, waits: 0 } : note)
  }
  const state = { ...stored, notes: { ...stored.notes, put } }
  const sharing = { nodeId, isShared: true, copyTurn }
  return createClusterEngine({ addresses: { ...cluster.addresses, urls }, state, log, clock: systemClock, sharing })
}
beforeAll(async () => {
  cluster = await startClickHouseCluster({ shards: 2, replicas: 2 })
  settings = await temporarySettings()
  engine = await start()
  await engine.ready(AbortSignal.timeout(60_000))
}, 120_000)
afterAll(async () => {
  await engine?.[Symbol.asyncDispose]()
  await settings?.[Symbol.asyncDispose]()
  await cluster?.[Symbol.asyncDispose]()
})

let next = 0
let written = 0
/** Writes so many messages, and resolves once they are acknowledged. */
async function write(count: number, by = engine): Promise<void> {
  const encoder = createRowEncoder()
  const idsOf = createMessageIds(1)
  const first = next
  next += count
  for (let n = first; n < first + count; n += 1) {
    const message = {
      timestampMs: RECEIVED_AT_MS + n,
      source: 'web-1',
      message: `number ${n}`,
      fields: new Map([['name', `value ${n % 10}`]]),
      inputId: 'input',
      nodeId: 'node',
      remoteAddress: '',
      remotePort: 0,
      receivedAtMs: RECEIVED_AT_MS,
      place: 0,
      streams: [],
    }
    const more = {
      accountedSize: 1,
      template: { high: 0, low: 0 },
      indexes: ['graylog_0'],
      analyzers: ['standard'],
    } as const
    encoder.add(message, { ids: idsOf(RECEIVED_AT_MS, n * 100, 0), ...more })
  }
  const deps = { clock: systemClock, ids: createIds(() => new Date()), log: createLog('off'), nodeId: 'node' }
  const received = [{ fromMs: RECEIVED_AT_MS, toMs: RECEIVED_AT_MS }]
  const batch = { rows: encoder.take(), received, mayBeStored: 'nothing' } as const
  expect(await createMessageWriter({ ...deps, engine: by }).write(batch, AbortSignal.timeout(120_000))).toEqual([])
  written += count
}

interface Found {
  readonly rows: number
  readonly messages: number
}

async function found(by = engine): Promise<Found> {
  const query = sql`SELECT toFloat64(count()) AS rows, toFloat64(uniqExact(id)) AS messages FROM messages`
  const [row] = await (await by.searchClient.query({ query, format: 'JSONEachRow' })).json<Found>()
  return row ?? { rows: 0, messages: 0 }
}
const all = () => ({ rows: written, messages: written })

/** What each server has, by shard. */
const onServers = async () => {
  const counts = await Promise.all(
    cluster.servers.map(async ({ shard, execute }) => [
      shard,
      await execute('SELECT count(), uniqExact(id), sum(cityHash64(id, message, toString(fields))) FROM logs.messages'),
    ]),
  )
  return Map.groupBy(counts, ([shard]) => shard)
}
async function expectAlike(): Promise<void> {
  const alike = async () => [...(await onServers()).values()].map((servers) => new Set(servers.map(String)).size)
  await expect.poll(alike, WITHIN).toEqual([1, 1])
}

test('messages are spread over the shards, stored on each replica, and found', LIMIT, async () => {
  await expect.poll(() => engine.stores.areComplete(), WITHIN).toBe(true)
  for (let batch = 0; batch < 5; batch += 1) await write(1000)
  expect(await found()).toEqual(all())
  await expectAlike()
  const counts = [...(await onServers()).values()].map(([server]) => Number(String(server?.[1]).split('\t')[0]))
  for (const count of counts) expect(count).toBeGreaterThan(1500)
})

test(
  'with a killed replica messages are stored and found, and it gets what it missed before it is read',
  LIMIT,
  async () => {
    await cluster.server(1, 1).kill()
    expect(await found()).toEqual(all())
    await write(2000)
    expect(await found()).toEqual(all())
    await cluster.server(1, 1).start()
    const read: Found[] = []
    const isBack = async () => {
      read.push(await found())
      return (await onServers()).get(1)?.map(([, count]) => count)
    }
    const other = await cluster.server(1, 2).execute('SELECT count() FROM logs.messages')
    await expect.poll(async () => (await isBack())?.every((one) => String(one).startsWith(other)), WITHIN).toBe(true)
    for (const one of read) expect(one).toEqual(all())
    await expectAlike()
  },
)

test(
  'two nodes store each acknowledged message once on each replica while servers are killed in turn',
  LIMIT,
  async () => {
    const second = await start('other')
    await second.ready(AbortSignal.timeout(60_000))
    const isDone = new AbortController()
    // A search whose server is killed in the middle of its answer fails; none has less than was acknowledged before it.
    let answered = 0
    const reading = async (by: Engine) => {
      while (!isDone.signal.aborted) {
        const before = written
        const now = await found(by).catch(() => undefined)
        if (now === undefined) continue
        answered += 1
        expect(now.rows).toBe(now.messages)
        expect(now.rows).toBeGreaterThanOrEqual(before)
      }
    }
    const writing = async (by: Engine) => {
      while (!isDone.signal.aborted) {
        await write(500, by)
        await sleep(50)
      }
    }
    const working = [engine, second].flatMap((by) => [reading(by), writing(by)])
    for (const [shard, replica] of [
      [1, 1],
      [2, 2],
      [1, 2],
      [2, 1],
    ] as const) {
      const server = cluster.server(shard, replica)
      await sleep(1500)
      await server.kill()
      await sleep(5000)
      await server.start()
      await expect.poll(() => [engine, second].every(({ stores }) => stores.areComplete()), WITHIN).toBe(true)
    }
    isDone.abort()
    await Promise.all(working)
    expect(answered).toBeGreaterThan(20)
    for (const by of [engine, second]) expect(await found(by)).toEqual(all())
    await expectAlike()
    await second[Symbol.asyncDispose]()
  },
)

test('a node that cannot store its notes writes nothing while another one goes on without it', LIMIT, async () => {
  const second = await start('other')
  await second.ready(AbortSignal.timeout(60_000))
  await write(500, second)
  cutOff.add('other')
  let acknowledged = 0
  const isDone = new AbortController()
  const writing = (async () => {
    while (!isDone.signal.aborted) {
      await write(100, second)
      acknowledged += 1
    }
  })()
  const server = cluster.server(1, 1)
  await server.kill()
  // It waits until the other node counts as gone.
  await write(500)
  const before = acknowledged
  await server.start()
  await expect.poll(() => engine.stores.areComplete(), WITHIN).toBe(true)
  await write(500)
  expect(acknowledged).toBe(before)
  cutOff.delete('other')
  await expect.poll(() => acknowledged, WITHIN).toBeGreaterThan(before)
  isDone.abort()
  await writing
  expect(await found(second)).toEqual(all())
  await expectAlike()
  await second[Symbol.asyncDispose]()
})

test('a replica that joins is not read before another node has ended what it was writing', LIMIT, async () => {
  const second = await start('other')
  await second.ready(AbortSignal.timeout(60_000))
  const server = cluster.server(1, 1)
  await server.kill()
  await write(500)
  for (const node of ['one', 'other']) stillWriting.add(node)
  await server.start()
  const isJoining = async () =>
    (await openClusterState(settings.settings).read()).replicas.some(({ state }) => state === 'joining')
  await expect.poll(isJoining, WITHIN).toBe(true)
  const before = beats
  await expect.poll(() => beats, WITHIN).toBeGreaterThan(before + 4)
  expect(engine.stores.areComplete()).toBe(false)
  stillWriting.clear()
  await expect.poll(() => [engine, second].every(({ stores }) => stores.areComplete()), WITHIN).toBe(true)
  expect(await found(second)).toEqual(all())
  await expectAlike()
  await second[Symbol.asyncDispose]()
})

test('a join of a node that was stopped is taken over', LIMIT, async () => {
  const server = cluster.server(1, 1)
  await server.kill()
  await write(500)
  const joining = { state: 'joining', joined_by: 'stopped' } as const
  await openClusterState(settings.settings).update((before) => ({
    ...before,
    replicas: before.replicas.map((one) => (one.state === 'behind' ? { ...one, ...joining } : one)),
  }))
  await server.start()
  await expect.poll(() => engine.stores.areComplete(), WITHIN).toBe(true)
  expect(await found()).toEqual(all())
  await expectAlike()
})

test('a replica that hangs is left, and gets what it missed', LIMIT, async () => {
  const server = cluster.server(2, 1)
  server.signal('SIGSTOP')
  const startedAt = performance.now()
  await write(500)
  expect(await found()).toEqual(all())
  const tookMs = performance.now() - startedAt
  server.signal('SIGCONT')
  expect(tookMs).toBeLessThan(20_000)
  await expect.poll(() => engine.stores.areComplete(), WITHIN).toBe(true)
  await expectAlike()
})

test('a replica that missed messages is not read after a restart of Logyard either', LIMIT, async () => {
  await cluster.server(2, 2).kill()
  await write(500)
  await engine[Symbol.asyncDispose]()
  await cluster.server(2, 1).kill()
  await cluster.server(2, 2).start()
  engine = await start()
  await engine.ready(AbortSignal.timeout(60_000))
  await expect(found()).rejects.toThrow()
  await cluster.server(2, 1).start()
  await expect.poll(() => engine.stores.areComplete(), WITHIN).toBe(true)
  expect(await found()).toEqual(all())
  await expectAlike()
})

test('an empty server in place of a replica gets all messages before it is read', LIMIT, async () => {
  const server = cluster.server(1, 1)
  await server.kill()
  await server.wipe()
  await server.start()
  const rows = 'SELECT count() FROM logs.messages'
  const whole = await cluster.server(1, 2).execute(rows)
  const read: Found[] = []
  const isWhole = async () => {
    read.push(await found())
    const has = await server.execute(rows).catch(() => 'no table')
    return has === whole && engine.stores.areComplete()
  }
  await expect.poll(isWhole, WITHIN).toBe(true)
  for (const one of read) expect(one).toEqual(all())
  await expectAlike()
})

test('a name that is not in the list any more is forgotten, and messages are stored', LIMIT, async () => {
  await engine[Symbol.asyncDispose]()
  const renamed = cluster.addresses.urls.map((url, at) => (at === 3 ? url.replace('127.0.0.1', 'localhost') : url))
  engine = await start('one', renamed)
  await engine.ready(AbortSignal.timeout(60_000))
  await write(500)
  expect(await found()).toEqual(all())
  await expect.poll(() => engine.stores.areComplete(), WITHIN).toBe(true)
  await expectAlike()
})
