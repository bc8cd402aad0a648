import { expect, test } from 'vitest'
import { pieceRange, waysToCut } from './pieces.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW_MS = Date.parse('2026-03-10T10:20:30.456Z')
const ask = (fromMs: number, toMs: number, nowMs = toMs) => waysToCut({ fromMs, toMs }, { fromMs, toMs }, nowMs).at(0)

test('whole pieces and the rest are the range, without gaps and without overlaps', () => {
  for (const lengthMs of [24 * 60_000, HOUR_MS, DAY_MS - 1, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 365 * DAY_MS]) {
    for (const atMs of [NOW_MS, Date.parse('1969-12-31T23:59:59.999Z'), Date.parse('2026-03-10T00:00:00.000Z')]) {
      const range = { fromMs: atMs - lengthMs, toMs: atMs }
      const pieces = ask(range.fromMs, range.toMs)
      if (pieces === undefined) throw new Error(`no pieces of ${lengthMs}`)
      const parts = [...pieces.rest, pieces.whole].toSorted((a, b) => a.fromMs - b.fromMs)
      expect(parts.at(0)?.fromMs).toBe(range.fromMs)
      expect(parts.at(-1)?.toMs).toBe(range.toMs)
      for (const [at, part] of parts.slice(1).entries()) expect(part.fromMs).toBe((parts[at]?.toMs ?? 0) + 1)
      expect(pieceRange(pieces, pieces.first).fromMs).toBe(pieces.whole.fromMs)
      expect(pieceRange(pieces, pieces.last).toMs).toBe(pieces.whole.toMs)
      expect(pieces.last - pieces.first + 1).toBeGreaterThanOrEqual(19)
    }
  }
})

test('pieces lie the same for ranges that move on', () => {
  const now = ask(NOW_MS - DAY_MS, NOW_MS)
  const later = ask(NOW_MS - DAY_MS + 40 * 60_000, NOW_MS + 40 * 60_000)
  expect([now?.lengthMs, later?.lengthMs]).toEqual([HOUR_MS, HOUR_MS])
  expect([later?.first, later?.last]).toEqual([(now?.first ?? 0) + 1, (now?.last ?? 0) + 1])
})

test('what is too short, too long or has not passed has no pieces', () => {
  expect(ask(NOW_MS - 19 * 60_000, NOW_MS)).toBeUndefined()
  expect(ask(NOW_MS, NOW_MS - 1)).toBeUndefined()
  expect(ask(NOW_MS - DAY_MS, NOW_MS, NOW_MS - DAY_MS)).toBeUndefined()
  expect(ask(Date.UTC(1900, 0, 1), Date.UTC(2299, 0, 1))).toBeUndefined()
  const half = ask(NOW_MS - DAY_MS, NOW_MS, NOW_MS - DAY_MS / 2)
  expect(half?.rest.at(-1)).toEqual({ fromMs: Date.parse('2026-03-09T22:00:00.000Z'), toMs: NOW_MS })
})

test('pieces are as long as suits the messages that there are, and where they are', () => {
  const range = { fromMs: Date.UTC(1900, 0, 1), toMs: Date.UTC(2299, 0, 1) }
  const stored = { fromMs: NOW_MS - 7 * DAY_MS, toMs: NOW_MS - DAY_MS / 2 }
  const ways = waysToCut(range, stored, NOW_MS)
  expect(ways.map(({ lengthMs }) => lengthMs / HOUR_MS)).toEqual([6, 3, 1])
  const [pieces] = ways
  expect(pieces?.whole).toEqual({
    fromMs: Date.parse('2026-03-03T06:00:00.000Z'),
    toMs: Date.parse('2026-03-09T23:59:59.999Z'),
  })
})
