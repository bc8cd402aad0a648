import { expect, test } from 'vitest'
import { readRows } from '../../testing/read-rows.ts'
import { createRowEncoder } from './encode-rows.ts'
import type { Message } from './message.ts'
import { idsOf as idsFrom } from './message-ids.ts'
import { halvesOf, idsOf, joinRows, keyOf, NO_ROWS, type RowBatch, rowId, rowKey, withoutRows } from './row-batch.ts'

const idOf = (number: number): string => `0195f3a0-0000-7000-8000-00000000000${number}`

const messageOf = (text: string): Message => ({
  timestampMs: Date.UTC(2026, 2, 1),
  source: 'web-1',
  message: text,
  fields: new Map(),
  inputId: 'input',
  nodeId: 'node',
  remoteAddress: '',
  remotePort: 0,
  receivedAtMs: 0,
  place: 0,
  streams: [],
})

/** A message of each number, in these indices. */
function rowsOf(numbers: readonly number[], ...indexes: readonly string[]): RowBatch {
  const encoder = createRowEncoder()
  for (const number of numbers) {
    encoder.add(messageOf(`text ${number}\n["ü"]`), {
      ids: idsFrom(idOf(number)),
      accountedSize: 1,
      template: { high: 0, low: 0 },
      indexes,
      analyzers: indexes.map(() => 'standard'),
    })
  }
  return encoder.take()
}

const readAll = (batch: RowBatch) => readRows(batch).map((row) => [row.get('id'), row.get('index'), row.get('message')])
const rowOf = (number: number, index: string) => [idOf(number), index, `text ${number}\n["ü"]`]

test('joined batches have all rows, in their order, without a copy', () => {
  const first = rowsOf([1], 'logyard_7', 'other_1')
  const second = rowsOf([2, 3], 'logyard_7')
  const joined = joinRows([first, NO_ROWS, second])
  expect(joined.count).toBe(4)
  expect(readAll(joined)).toEqual([
    rowOf(1, 'logyard_7'),
    rowOf(1, 'other_1'),
    rowOf(2, 'logyard_7'),
    rowOf(3, 'logyard_7'),
  ])
  expect(joined.chunks[1]).toBe(second.chunks[0])
  expect([...idsOf(joined)]).toEqual([1, 2, 3].map(idOf))
})

test('rows are removed by the ids of their messages, or by their keys, which survive a rotation', () => {
  const batch = joinRows([rowsOf([1, 2], 'logyard_7', 'other_1'), rowsOf([3], 'logyard_7')])
  expect(readAll(withoutRows(batch, new Set([idOf(1), idOf(3)]), rowId))).toEqual([
    rowOf(2, 'logyard_7'),
    rowOf(2, 'other_1'),
  ])
  const rotated = new Set([keyOf(idOf(1), 'logyard_8'), keyOf(idOf(3), 'other_1')])
  const left = withoutRows(batch, rotated, rowKey)
  expect(readAll(left)).toEqual([
    rowOf(1, 'other_1'),
    rowOf(2, 'logyard_7'),
    rowOf(2, 'other_1'),
    rowOf(3, 'logyard_7'),
  ])
  expect(left.count).toBe(4)
  expect(withoutRows(batch, idsOf(batch), rowId)).toEqual(NO_ROWS)
})

test('the halves of a batch have its rows, the first at most one more', () => {
  const halves = halvesOf(joinRows([rowsOf([1], 'logyard_7'), rowsOf([2, 3], 'logyard_7')]))
  expect(halves.map(({ count }) => count)).toEqual([2, 1])
  expect(halves.map(readAll)).toEqual([[1, 2].map((n) => rowOf(n, 'logyard_7')), [rowOf(3, 'logyard_7')]])
})

test('an encoder without rows has an empty batch', () => {
  const encoder = createRowEncoder()
  expect(encoder.take()).toEqual(NO_ROWS)
})
