import type { IndexSummary } from '@logyard/contract/store/deflector'
import { expect, test } from 'vitest'
import { timeLine } from './time-line.ts'

const NOW = Date.parse('2026-03-10T00:00:00.000Z')
const at = (day: number) => new Date(Date.UTC(2026, 2, day)).toISOString()
const index = (span: readonly [number, number] | undefined, more: Partial<IndexSummary> = {}): IndexSummary => ({
  size: { events: 10, deleted: 0, bytes: 1_000 },
  range:
    span === undefined
      ? null
      : { index_name: 'web', begin: at(span[0]), end: at(span[1]), calculated_at: null, took_ms: 1 },
  is_deflector: false,
  is_closed: false,
  is_reopened: false,
  ...more,
})
const unknown = {
  index_name: 'w',
  begin: '1970-01-01T00:00:00.000Z',
  end: '1970-01-01T00:00:00.000Z',
  calculated_at: null,
  took_ms: 0,
}
const closed = { is_closed: true, size: null, range: null }
const days = (fromMs: number, toMs: number) => [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]

test('indices are ordered by number, and the write index lasts until now', () => {
  const { bars, fromMs, toMs } = timeLine(
    { web_10: index(undefined, { is_deflector: true, range: unknown }), web_9: index([4, 6]), web_8: index([1, 4]) },
    NOW,
  )
  expect(bars.map(({ name, state, isRangeKnown }) => ({ name, state, isRangeKnown }))).toEqual([
    { name: 'web_8', state: 'open', isRangeKnown: true },
    { name: 'web_9', state: 'open', isRangeKnown: true },
    { name: 'web_10', state: 'active', isRangeKnown: false },
  ])
  expect(bars.map((bar) => days(bar.fromMs, bar.toMs))).toEqual([
    [at(1), at(4)],
    [at(4), at(6)],
    [at(6), at(10)],
  ])
  expect(days(fromMs, toMs)).toEqual([at(1), at(10)])
})

test('adjacent closed indices share the gap between known ranges', () => {
  const { bars } = timeLine(
    {
      w_0: index([1, 2]),
      w_1: index(undefined, closed),
      w_2: index(undefined, closed),
      w_3: index([6, 8], { is_reopened: true }),
    },
    NOW,
  )
  expect(bars.map((bar) => [bar.state, ...days(bar.fromMs, bar.toMs)])).toEqual([
    ['open', at(1), at(2)],
    ['closed', at(2), at(4)],
    ['closed', at(4), at(6)],
    ['reopened', at(6), at(8)],
  ])
})

test('an index set with one new index shows one hour', () => {
  const { bars, fromMs, toMs } = timeLine({ w_0: index(undefined, { is_deflector: true, range: unknown }) }, NOW)
  expect(bars).toHaveLength(1)
  expect(toMs - fromMs).toBe(3_600_000)
})
