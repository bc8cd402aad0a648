import { expect, test } from 'vitest'
import { readRows } from '../../testing/read-rows.ts'
import { createRowEncoder } from './encode-rows.ts'
import type { Message } from './message.ts'
import { createMessageIds } from './message-ids.ts'
import { joinRows, type RowBatch } from './row-batch.ts'
import { rowsOfShards, TOGETHER } from './rows-of-shards.ts'

const RECEIVED_AT_MS = Date.UTC(2026, 2, 1)
const idsOf = createMessageIds(1)

const message: Message = {
  timestampMs: RECEIVED_AT_MS,
  source: 'web-1',
  message: 'a text',
  fields: new Map(),
  inputId: 'input',
  nodeId: 'node',
  remoteAddress: '',
  remotePort: 0,
  receivedAtMs: RECEIVED_AT_MS,
  place: 0,
  streams: [],
}

/** A chunk with messages of these offsets. */
function chunkOf(...offsets: readonly number[]): RowBatch {
  const encoder = createRowEncoder()
  for (const offset of offsets) {
    encoder.add(message, {
      ids: idsOf(RECEIVED_AT_MS, offset, 0),
      accountedSize: 1,
      template: { high: 0, low: 0 },
      indexes: ['logyard_0'],
      analyzers: ['standard'],
    })
  }
  return encoder.take()
}

const offsetsIn = (batch: RowBatch | undefined) =>
  batch === undefined ? [] : readRows(batch).map((row) => Number(row.get('journal_offset')))

test('messages that came together go to one shard without a copy, whatever their number is', async () => {
  const first = chunkOf(0, 1, TOGETHER - 1)
  const second = chunkOf(TOGETHER, 2 * TOGETHER - 1)
  const third = chunkOf(2 * TOGETHER)
  const parts = await rowsOfShards(joinRows([first, second, third]), 2)
  expect(parts.map(({ count }) => count)).toEqual([4, 2])
  expect(parts[0]?.chunks).toEqual([first.chunks[0], third.chunks[0]])
  expect(parts[1]?.chunks[0]).toBe(second.chunks[0])
  expect(await rowsOfShards(first, 1)).toEqual([first])
})

test('a chunk with messages of several shards is divided', async () => {
  const offsets = [5 * TOGETHER, TOGETHER - 1, TOGETHER, 7, 3 * TOGETHER + 1, 2 ** 40]
  const parts = await rowsOfShards(chunkOf(...offsets), 3)
  expect(parts.map(offsetsIn)).toEqual([[TOGETHER - 1, 7, 3 * TOGETHER + 1], [TOGETHER, 2 ** 40], [5 * TOGETHER]])
  expect(parts.map(({ count }) => count)).toEqual([3, 2, 1])
})
