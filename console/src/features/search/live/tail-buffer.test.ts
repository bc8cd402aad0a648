import { expect, test } from 'vitest'
import { aHit } from '../testing/message-samples.ts'
import { emptyTail, holding, MAX_ROWS, released, seenRange, type TailBuffer, withArrivals } from './tail-buffer.ts'

const hits = (from: number, count: number) => Array.from({ length: count }, (_, index) => aHit(`m${from + index}`))
const ids = ({ rows }: TailBuffer) => rows.map(({ hit, missed }) => hit?.message._id ?? missed)

test('arrivals are appended, and gaps stay in place', () => {
  const buffer = withArrivals(withArrivals(emptyTail, hits(1, 2)), [7, ...hits(3, 1)])
  expect(ids(buffer)).toEqual(['m1', 'm2', 7, 'm3'])
  expect(buffer.rows.map(({ number }) => number)).toEqual([0, 1, 2, 3])
})

test('only the newest rows are retained, and dropped rows are counted', () => {
  const full = withArrivals(emptyTail, hits(0, MAX_ROWS))
  const buffer = withArrivals(full, hits(MAX_ROWS, 3))
  expect(buffer.rows).toHaveLength(MAX_ROWS)
  expect(buffer.rows[0]?.number).toBe(3)
  expect(buffer.dropped).toBe(3)
})

test('while holding, the listed rows do not change; waiting rows follow on release', () => {
  const shown = withArrivals(emptyTail, hits(1, 2))
  const held = withArrivals(holding(shown), hits(3, 2))
  expect(held.rows).toBe(shown.rows)
  expect(held.heldCount).toBe(2)
  expect(ids(released(held))).toEqual(['m1', 'm2', 'm3', 'm4'])
})

test('the waiting rows are limited too', () => {
  const held = withArrivals(holding(withArrivals(emptyTail, hits(0, 5))), hits(5, MAX_ROWS + 2))
  expect(held.heldCount).toBe(MAX_ROWS + 2)
  expect(held.dropped).toBe(2)
  const after = released(held)
  expect(after.rows).toHaveLength(MAX_ROWS)
  expect(after.dropped).toBe(7)
})

test('the seen range spans the timestamps of all messages', () => {
  const [early, late] = [
    aHit('a', { timestamp: '2026-03-01T09:00:00.000Z' }),
    aHit('b', { timestamp: '2026-03-01T09:05:00.000Z' }),
  ]
  expect(seenRange(withArrivals(emptyTail, [late, 3, early]))).toEqual({
    fromMs: Date.parse('2026-03-01T09:00:00.000Z'),
    toMs: Date.parse('2026-03-01T09:05:00.000Z'),
  })
  expect(seenRange(emptyTail)).toBeUndefined()
})
