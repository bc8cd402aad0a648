import type { ClickHouseSettings } from '@clickhouse/client'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { startTestEngine } from '../../testing/start-index-sets.ts'
import type { Engine } from '../engine/engine.ts'
import { engineUnavailable } from '../engine/engine-failure.ts'
import { oneStore } from '../engine/message-stores.ts'
import type { EngineClient } from '../engine/sql-client.ts'
import { createRowEncoder } from './encode-rows.ts'
import { createMessageIds } from './message-ids.ts'
import { createMessageWriter, type NewRows } from './message-writer.ts'
import { joinRows, type RowBatch } from './row-batch.ts'

const RECEIVED_AT_MS = Date.UTC(2026, 2, 1)

interface Wanted {
  readonly first?: number
  readonly index?: string
  readonly fieldsOf?: (n: number) => Readonly<Record<string, string>>
}

function rowsOf(count: number, { first = 0, index = 'graylog_0', fieldsOf = () => ({}) }: Wanted = {}) {
  const encoder = createRowEncoder()
  const idsOf = createMessageIds(1)
  for (let n = first; n < first + count; n += 1) {
    const message = {
      timestampMs: RECEIVED_AT_MS,
      source: 'web-1',
      message: `number ${n}`,
      fields: new Map(Object.entries(fieldsOf(n))),
      inputId: 'input',
      nodeId: 'node',
      remoteAddress: '',
      remotePort: 0,
      receivedAtMs: RECEIVED_AT_MS,
      place: 0,
      streams: [],
    }
    encoder.add(message, {
      ids: idsOf(RECEIVED_AT_MS, n, 0),
      accountedSize: 1,
      template: { high: 0, low: 0 },
      indexes: [index],
      analyzers: ['standard'],
    })
  }
  return encoder.take()
}

async function write(engine: Engine, rows: RowBatch, mayBeStored: NewRows['mayBeStored'] = 'nothing') {
  const deps = { clock: systemClock, ids: createIds(() => new Date()), log: createLog('off'), nodeId: 'node' }
  const received = [{ fromMs: RECEIVED_AT_MS, toMs: RECEIVED_AT_MS }]
  const writer = createMessageWriter({ engine, ...deps })
  return await writer.write({ rows, received, mayBeStored }, AbortSignal.timeout(90_000))
}

test('of names that senders invent only a few are stored apart, before and after a merge, and all are found', async () => {
  await using started = await startTestEngine()
  const { client } = started.engine
  for (const first of [0, 500]) {
    const rows = rowsOf(500, { first, fieldsOf: (n) => ({ [`name_${n}`]: `value ${n}` }) })
    expect(await write(started.engine, rows)).toEqual([])
  }
  const facts = async () => {
    const query = sql`SELECT toInt32(length(groupUniqArrayArray(JSONDynamicPaths(fields)))) AS apart,
      toInt32(countIf(fields.name_7.:String = 'value 7')) AS first, toInt32(countIf(fields.name_999.:String = 'value 999')) AS last
      FROM messages GROUP BY _part`
    return await (await client.query({ query, format: 'JSONEachRow' })).json<
      Readonly<Record<'apart' | 'first' | 'last', number>>
    >()
  }
  const check = async () => {
    const parts = await facts()
    const sumOf = (name: 'first' | 'last') => parts.reduce((sum, part) => sum + part[name], 0)
    expect([sumOf('first'), sumOf('last')]).toEqual([1, 1])
    for (const { apart } of parts) expect(apart).toBeLessThanOrEqual(64)
    return parts.length
  }
  await check()
  await client.command({ query: sql`OPTIMIZE TABLE messages FINAL` })
  expect(await check()).toBe(1)
})

test('rows that are too much for one insert are stored by smaller ones, each once', async () => {
  await using started = await startTestEngine()
  const { client } = started.engine
  // A statement may sleep for three seconds: one row passes, two are too slow together.
  await client.command({ query: sql`ALTER TABLE messages ADD CONSTRAINT slow CHECK sleepEachRow(1.6) = 0` })
  expect(await write(started.engine, rowsOf(3))).toEqual([])
  expect(await storedIn(started.engine)).toEqual(['graylog_0 number 0', 'graylog_0 number 1', 'graylog_0 number 2'])
})

async function storedIn({ client }: Engine): Promise<readonly string[]> {
  const query = sql`SELECT concat(\`index\`, ' ', message) AS name FROM messages ORDER BY name`
  const rows = await (await client.query({ query, format: 'JSONEachRow' })).json<{ name: string }>()
  return rows.map(({ name }) => name)
}

/** The engine has too little memory for the statement. */
const TOO_MUCH = { max_memory_usage: '1', max_untracked_memory: '1' } as const

type Client = Pick<EngineClient, 'command' | 'query'>

function withClient(engine: Engine, client: Partial<Client>): Engine {
  const onState: Engine['onState'] = (listener) => engine.onState(listener)
  const changed = { ...engine, onState, client: { ...engine.client, ...client } }
  return { ...changed, stores: oneStore({ ...changed, name: 'the message store', shard: 0 }, true) }
}

/** Loses the answer to the first insert once `isUnderWay`. The engine goes on with it, and has no memory for the second. */
function losingAnswer(engine: Engine, isUnderWay: () => Promise<unknown>, settings: ClickHouseSettings = {}): Engine {
  const { client } = engine
  let inserts = 0
  return withClient(engine, {
    async command({ abort_signal, ...statement }) {
      inserts += 1
      const more = inserts === 1 ? settings : inserts === 2 ? TOO_MUCH : {}
      const clickhouse_settings = { ...statement.clickhouse_settings, ...more }
      const answer = client.command({ ...statement, clickhouse_settings })
      if (inserts > 1) return await answer
      await isUnderWay()
      throw engineUnavailable()
    },
  })
}

const WITHIN = { timeout: 20_000, interval: 20 }

test('rows that are too much while an insert whose answer was lost goes on are stored once', async () => {
  await using started = await startTestEngine()
  const { engine } = started
  await engine.client.command({ query: sql`ALTER TABLE messages ADD CONSTRAINT slow CHECK sleepEachRow(1.4) = 0` })
  const inserts = sql`SELECT 1 FROM system.processes WHERE query_kind = 'Insert'`
  const running = async () => await (await engine.client.query({ query: inserts, format: 'JSONEachRow' })).json()
  const losing = losingAnswer(engine, () => expect.poll(running, WITHIN).toHaveLength(1))
  expect(await write(losing, rowsOf(2))).toEqual([])
  await expect.poll(running, WITHIN).toHaveLength(0)
  expect(await storedIn(engine)).toEqual(['graylog_0 number 0', 'graylog_0 number 1'])
})

test('rows that an insert whose answer was lost has not reached yet are stored once', async () => {
  await using started = await startTestEngine()
  const { engine } = started
  await engine.client.command({ query: sql`ALTER TABLE messages ADD CONSTRAINT slow CHECK sleepEachRow(1.4) = 0` })
  const firstIsStored = () => expect.poll(() => storedIn(engine), WITHIN).toHaveLength(1)
  const losing = losingAnswer(engine, firstIsStored, {
    max_insert_threads: '1',
    min_insert_block_size_rows: '1',
    min_insert_block_size_bytes: '1',
  })
  const rows = joinRows([0, 1, 2].map((first) => rowsOf(1, { first })))
  expect(await write(losing, rows)).toEqual([])
  const names = ['graylog_0 number 0', 'graylog_0 number 1', 'graylog_0 number 2']
  await expect.poll(() => storedIn(engine), WITHIN).toEqual(names)
})

test('messages of a replay that one index has are not stored in another although looking for them failed at first', async () => {
  await using started = await startTestEngine()
  const { engine } = started
  const { client } = engine
  await write(engine, rowsOf(2))
  let failures = 0
  const failing = withClient(engine, {
    query(statement) {
      if (failures > 0) return client.query(statement)
      failures += 1
      return client.query({ ...statement, clickhouse_settings: TOO_MUCH })
    },
  })
  expect(await write(failing, rowsOf(3, { index: 'web_0' }), 'messages')).toEqual([])
  expect(failures).toBe(1)
  expect(await storedIn(engine)).toEqual(['graylog_0 number 0', 'graylog_0 number 1', 'web_0 number 2'])
})
