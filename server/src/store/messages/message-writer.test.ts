import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { startTestEngine } from '../../testing/start-index-sets.ts'
import type { Engine } from '../engine/engine.ts'
import { createRowEncoder } from './encode-rows.ts'
import { createMessageIds } from './message-ids.ts'
import { createMessageWriter } from './message-writer.ts'
import type { RowBatch } from './row-batch.ts'

const RECEIVED_AT_MS = Date.UTC(2026, 2, 1)

function rowsOf(count: number, fieldsOf: (n: number) => Readonly<Record<string, string>> = () => ({})) {
  const encoder = createRowEncoder()
  const idsOf = createMessageIds(1)
  for (let n = 0; n < count; n += 1) {
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
      indexes: ['graylog_0'],
      analyzers: ['standard'],
    })
  }
  return encoder.take()
}

async function write(engine: Engine, rows: RowBatch) {
  const deps = { clock: systemClock, ids: createIds(() => new Date()), log: createLog('off'), nodeId: 'node' }
  const received = [{ fromMs: RECEIVED_AT_MS, toMs: RECEIVED_AT_MS }]
  const writer = createMessageWriter({ engine, ...deps })
  return await writer.write({ rows, received, mayBeStored: 'nothing' }, AbortSignal.timeout(90_000))
}

test('of names that senders invent only a few are stored apart, before and after a merge, and all are found', async () => {
  await using started = await startTestEngine()
  const { client } = started.engine
  for (const first of [0, 500]) {
    const rows = rowsOf(500, (n) => ({ [`name_${first + n}`]: `value ${first + n}` }))
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
  const stored = await client.query({
    query: sql`SELECT message FROM messages ORDER BY message`,
    format: 'JSONEachRow',
  })
  expect(await stored.json()).toEqual([0, 1, 2].map((n) => ({ message: `number ${n}` })))
})
