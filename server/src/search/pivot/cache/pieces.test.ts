import { expect, test } from 'vitest'
import type { InstantRange } from '../../scope/message-scope.ts'
import { alike, cut, pieceLengthMs, pieceRange, rangesOf } from './partitions.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOW_MS = Date.parse('2026-03-10T10:20:30.456Z')
const ask = (fromMs: number, toMs: number, nowMs = toMs) => cut({ fromMs, toMs }, { fromMs, toMs }, nowMs)
const lengths = (pieces: readonly number[]) => pieces.map((piece) => pieceLengthMs(piece) / MINUTE_MS)

test('whole pieces and the rest are the range, without gaps and without overlaps', () => {
  for (const lengthMs of [24 * MINUTE_MS, HOUR_MS, DAY_MS - 1, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 365 * DAY_MS]) {
    for (const atMs of [NOW_MS, Date.parse('1969-12-31T23:59:59.999Z'), Date.parse('2026-03-10T00:00:00.000Z')]) {
      const range = { fromMs: atMs - lengthMs, toMs: atMs }
      const pieces = ask(range.fromMs, range.toMs)
      if (pieces === undefined) throw new Error(`no pieces of ${lengthMs}`)
      const inOrder: InstantRange[] = [...pieces.rest, ...pieces.numbers.map(pieceRange)]
      inOrder.sort((a, b) => a.fromMs - b.fromMs)
      expect(inOrder.at(0)?.fromMs).toBe(range.fromMs)
      expect(inOrder.at(-1)?.toMs).toBe(range.toMs)
      for (const [at, part] of inOrder.slice(1).entries()) expect(part.fromMs).toBe((inOrder[at]?.toMs ?? 0) + 1)
      expect(rangesOf(pieces.numbers)).toEqual([pieces.whole])
      const longest = pieces.numbers.filter((piece) => pieceLengthMs(piece) === pieces.lengthMs)
      expect(longest.length).toBeGreaterThanOrEqual(19)
      for (const { fromMs, toMs } of pieces.rest) expect(toMs + 1 - fromMs).toBeLessThanOrEqual(10_000)
    }
  }
})

test('pieces get shorter towards the ends', () => {
  const pieces = ask(NOW_MS - DAY_MS, NOW_MS)
  expect(lengths(pieces?.numbers.slice(0, 14) ?? [])).toEqual([
    1 / 6,
    1 / 6,
    ...Array(4).fill(1),
    5,
    15,
    15,
    ...Array(5).fill(60),
  ])
  expect(lengths(pieces?.numbers.slice(-7) ?? [])).toEqual(
    [60, 15, 5, 1 / 6, 1 / 6, 1 / 6].slice(0, 0).concat([60, 60, 15, 5, 1 / 6, 1 / 6, 1 / 6]),
  )
})

test('pieces lie the same for ranges that move on', () => {
  const now = ask(NOW_MS - DAY_MS, NOW_MS)
  const later = ask(NOW_MS - DAY_MS + 40 * MINUTE_MS, NOW_MS + 40 * MINUTE_MS)
  const hours = (numbers: readonly number[] = []) => numbers.filter((piece) => pieceLengthMs(piece) === HOUR_MS)
  expect(hours(later?.numbers).slice(0, -1)).toEqual(hours(now?.numbers).slice(1))
})

test('a number is that of one piece, whatever the others are as long as', () => {
  const many = [HOUR_MS, DAY_MS, 7 * DAY_MS, 365 * DAY_MS].flatMap(
    (lengthMs) => ask(NOW_MS - lengthMs, NOW_MS)?.numbers ?? [],
  )
  const ranges = new Map(many.map((piece) => [JSON.stringify(pieceRange(piece)), piece]))
  expect(ranges.size).toBe(new Set(many).size)
  for (const { pieces } of alike(many)) expect(new Set(pieces.map(pieceLengthMs)).size).toBe(1)
})

test('what is too short, too long or has not passed has no pieces', () => {
  expect(ask(NOW_MS - 3 * MINUTE_MS, NOW_MS)).toBeUndefined()
  expect(ask(NOW_MS, NOW_MS - 1)).toBeUndefined()
  expect(ask(NOW_MS - DAY_MS, NOW_MS, NOW_MS - DAY_MS)).toBeUndefined()
  expect(ask(Date.UTC(1900, 0, 1), Date.UTC(2299, 0, 1))).toBeUndefined()
  const half = ask(NOW_MS - DAY_MS, NOW_MS, NOW_MS - DAY_MS / 2)
  expect(half?.rest.at(-1)).toEqual({ fromMs: Date.parse('2026-03-09T22:20:30.000Z'), toMs: NOW_MS })
})

test('pieces are as long as suits the messages that there are, and where they are', () => {
  const range = { fromMs: Date.UTC(1900, 0, 1), toMs: Date.UTC(2299, 0, 1) }
  const stored = { fromMs: NOW_MS - 7 * DAY_MS, toMs: NOW_MS - DAY_MS / 2 }
  const pieces = cut(range, stored, NOW_MS)
  expect(pieces?.lengthMs).toBe(6 * HOUR_MS)
  expect(pieces?.whole).toEqual({
    fromMs: Date.parse('2026-03-03T06:00:00.000Z'),
    // Where the newest message is, more may come.
    toMs: Date.parse('2026-03-09T22:20:29.999Z'),
  })
})
