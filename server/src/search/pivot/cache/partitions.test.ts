import { expect, test } from 'vitest'
import type { InstantRange } from '../../scope/message-scope.ts'
import { groupByLevel, partitionLengthMs, partitionRange, partitionTime, rangesOf } from './partitions.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOW_MS = Date.parse('2026-03-10T10:20:30.456Z')
const ask = (fromMs: number, toMs: number, nowMs = toMs) => partitionRange({ fromMs, toMs }, { fromMs, toMs }, nowMs)
const lengths = (partitions: readonly number[]) =>
  partitions.map((partition) => partitionLengthMs(partition) / MINUTE_MS)

test('partitions and the uncovered remainders make up the range, without gaps or overlaps', () => {
  for (const lengthMs of [24 * MINUTE_MS, HOUR_MS, DAY_MS - 1, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 365 * DAY_MS]) {
    for (const atMs of [NOW_MS, Date.parse('1969-12-31T23:59:59.999Z'), Date.parse('2026-03-10T00:00:00.000Z')]) {
      const range = { fromMs: atMs - lengthMs, toMs: atMs }
      const partitioning = ask(range.fromMs, range.toMs)
      if (partitioning === undefined) throw new Error(`no partitions for ${lengthMs}`)
      const inOrder: InstantRange[] = [...partitioning.uncovered, ...partitioning.partitions.map(partitionTime)]
      inOrder.sort((a, b) => a.fromMs - b.fromMs)
      expect(inOrder.at(0)?.fromMs).toBe(range.fromMs)
      expect(inOrder.at(-1)?.toMs).toBe(range.toMs)
      for (const [at, part] of inOrder.slice(1).entries()) expect(part.fromMs).toBe((inOrder[at]?.toMs ?? 0) + 1)
      expect(rangesOf(partitioning.partitions)).toEqual([partitioning.covered])
      const longest = partitioning.partitions.filter(
        (partition) => partitionLengthMs(partition) === partitioning.longestMs,
      )
      expect(longest.length).toBeGreaterThanOrEqual(19)
      for (const { fromMs, toMs } of partitioning.uncovered) expect(toMs + 1 - fromMs).toBeLessThanOrEqual(10_000)
    }
  }
})

test('partitions get shorter towards the ends of the range', () => {
  const partitioning = ask(NOW_MS - DAY_MS, NOW_MS)
  expect(lengths(partitioning?.partitions.slice(0, 14) ?? [])).toEqual([
    1 / 6,
    1 / 6,
    ...Array(4).fill(1),
    5,
    15,
    15,
    ...Array(5).fill(60),
  ])
  expect(lengths(partitioning?.partitions.slice(-7) ?? [])).toEqual(
    [60, 15, 5, 1 / 6, 1 / 6, 1 / 6].slice(0, 0).concat([60, 60, 15, 5, 1 / 6, 1 / 6, 1 / 6]),
  )
})

test('a range that moves forward keeps its partitions', () => {
  const now = ask(NOW_MS - DAY_MS, NOW_MS)
  const later = ask(NOW_MS - DAY_MS + 40 * MINUTE_MS, NOW_MS + 40 * MINUTE_MS)
  const hours = (partitions: readonly number[] = []) =>
    partitions.filter((partition) => partitionLengthMs(partition) === HOUR_MS)
  expect(hours(later?.partitions).slice(0, -1)).toEqual(hours(now?.partitions).slice(1))
})

test('a number identifies one partition, whatever the lengths of the others', () => {
  const many = [HOUR_MS, DAY_MS, 7 * DAY_MS, 365 * DAY_MS].flatMap(
    (lengthMs) => ask(NOW_MS - lengthMs, NOW_MS)?.partitions ?? [],
  )
  const ranges = new Map(many.map((partition) => [JSON.stringify(partitionTime(partition)), partition]))
  expect(ranges.size).toBe(new Set(many).size)
  for (const { partitions } of groupByLevel(many)) expect(new Set(partitions.map(partitionLengthMs)).size).toBe(1)
})

test('a range that is too short, too long or in the future has no partitions', () => {
  expect(ask(NOW_MS - 3 * MINUTE_MS, NOW_MS)).toBeUndefined()
  expect(ask(NOW_MS, NOW_MS - 1)).toBeUndefined()
  expect(ask(NOW_MS - DAY_MS, NOW_MS, NOW_MS - DAY_MS)).toBeUndefined()
  expect(ask(Date.UTC(1900, 0, 1), Date.UTC(2299, 0, 1))).toBeUndefined()
  const half = ask(NOW_MS - DAY_MS, NOW_MS, NOW_MS - DAY_MS / 2)
  expect(half?.uncovered.at(-1)).toEqual({ fromMs: Date.parse('2026-03-09T22:20:30.000Z'), toMs: NOW_MS })
})

test('the stored time, not the requested range, decides the length of partitions', () => {
  const range = { fromMs: Date.UTC(1900, 0, 1), toMs: Date.UTC(2299, 0, 1) }
  const stored = { fromMs: NOW_MS - 7 * DAY_MS, toMs: NOW_MS - DAY_MS / 2 }
  const partitioning = partitionRange(range, stored, NOW_MS)
  expect(partitioning?.longestMs).toBe(6 * HOUR_MS)
  expect(partitioning?.covered).toEqual({
    fromMs: Date.parse('2026-03-03T06:00:00.000Z'),
    // The partition of the newest message may still receive messages.
    toMs: Date.parse('2026-03-09T22:20:29.999Z'),
  })
})
