import { expect, test } from 'vitest'
import { readRows } from '../../testing/read-rows.ts'
import { createRowEncoder } from './encode-rows.ts'
import type { Message } from './message.ts'
import { idsOf as idsFrom } from './message-ids.ts'
import { halvesOf, idsOf, joinRows, keyOf, NO_ROWS, openRows, type RowBatch } from './row-batch.ts'

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
  expect(idsOf(joined)).toEqual([1, 1, 2, 3].map(idOf))
})

test('rows are removed by the ids of their messages, or by their keys, which survive a rotation', async () => {
  const batch = joinRows([rowsOf([1, 2], 'logyard_7', 'other_1'), rowsOf([3], 'logyard_7')])
  const open = await openRows(batch)
  expect([...open.ids]).toEqual([1, 2, 3].map(idOf))
  expect(readAll(await open.without(new Set([idOf(1), idOf(3)]), 'id'))).toEqual([
    rowOf(2, 'logyard_7'),
    rowOf(2, 'other_1'),
  ])
  const rotated = new Set([keyOf(idOf(1), 'logyard_8'), keyOf(idOf(3), 'other_1')])
  const left = await open.without(rotated, 'key')
  expect(readAll(left)).toEqual([
    rowOf(1, 'other_1'),
    rowOf(2, 'logyard_7'),
    rowOf(2, 'other_1'),
    rowOf(3, 'logyard_7'),
  ])
  expect(left.count).toBe(4)
  expect(await open.without(open.ids, 'id')).toEqual(NO_ROWS)
})

test('a batch of many chunks is read a chunk at a turn, and other work goes on meanwhile', async () => {
  const batch = joinRows([1, 2, 3, 4].map((n) => rowsOf([n], 'logyard_7')))
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const open = await openRows(batch)
  const whileReading = turns
  await open.without(new Set([idOf(3)]), 'id')
  clearImmediate(counting)
  expect(whileReading).toBeGreaterThanOrEqual(4)
  expect(turns - whileReading).toBeGreaterThanOrEqual(4)
})

test('the halves of a batch have its rows: half of its chunks each, or half of the rows of its only chunk', () => {
  const numbersOf = (halves: readonly RowBatch[]) => halves.map((half) => [half.count, readAll(half)])
  const rows = (...numbers: readonly number[]) => [numbers.length, numbers.map((n) => rowOf(n, 'logyard_7'))]
  const chunks = joinRows([rowsOf([1], 'logyard_7'), rowsOf([2, 3], 'logyard_7'), rowsOf([4], 'logyard_7')])
  expect(numbersOf(halvesOf(chunks))).toEqual([rows(1, 2, 3), rows(4)])
  expect(numbersOf(halvesOf(rowsOf([1, 2, 3], 'logyard_7')))).toEqual([rows(1, 2), rows(3)])
})

test('an encoder without rows has an empty batch', () => {
  const encoder = createRowEncoder()
  expect(encoder.take()).toEqual(NO_ROWS)
})
