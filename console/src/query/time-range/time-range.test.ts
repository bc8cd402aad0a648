import { expect, test } from 'vitest'
import { rangeFromUrl, rangeValues } from './range-in-url.ts'
import { intervalOf, isSameRange, rangeOfType, stepped, zoomedOut } from './time-range.ts'

const now = Date.parse('2021-06-09T12:00:00.000Z')
const hour = { fromMs: now - 7_200_000, toMs: now - 3_600_000 }

test('a range moves by its own length', () => {
  expect(stepped(hour, -1)).toEqual({
    type: 'absolute',
    from: '2021-06-09T09:00:00.000Z',
    to: '2021-06-09T10:00:00.000Z',
  })
  expect(stepped(hour, 1)).toMatchObject({ from: '2021-06-09T11:00:00.000Z', to: '2021-06-09T12:00:00.000Z' })
})

test('zooming out doubles the length around the middle, but not into the future', () => {
  expect(zoomedOut(hour, now)).toMatchObject({ from: '2021-06-09T09:30:00.000Z', to: '2021-06-09T11:30:00.000Z' })
  const untilNow = { fromMs: now - 3_600_000, toMs: now }
  expect(zoomedOut(untilNow, now)).toMatchObject({ from: '2021-06-09T10:00:00.000Z', to: '2021-06-09T12:00:00.000Z' })
})

test('each type starts with the default of the contract', () => {
  const relative = { type: 'relative', range: 900 } as const
  expect(rangeOfType('absolute', relative, now)).toEqual({
    type: 'absolute',
    from: '2021-06-09T11:45:00.000Z',
    to: '2021-06-09T12:00:00.000Z',
  })
  expect(rangeOfType('absolute', { type: 'keyword', keyword: 'x' }, now)).toMatchObject({
    from: '2021-06-09T11:55:00.000Z',
  })
  expect(rangeOfType('keyword', relative, now)).toEqual({ type: 'keyword', keyword: 'Last five minutes' })
  expect(rangeOfType('relative', { type: 'keyword', keyword: 'x' }, now)).toEqual({ type: 'relative', range: 300 })
  expect(rangeOfType('relative', relative, now)).toBe(relative)
})

test('only ranges that the browser can resolve have an interval', () => {
  expect(intervalOf({ type: 'relative', range: 60 }, now)).toEqual({ fromMs: now - 60_000, toMs: now })
  const earlier = { type: 'relative', range: 0, from: 7200, to: 3600 } as const
  expect(intervalOf(earlier, now)).toEqual(hour)
  expect(rangeFromUrl(new URLSearchParams(rangeValues(earlier)), { zone: 'UTC', nowMs: now })).toEqual(earlier)
  expect(intervalOf({ type: 'relative', range: 0 }, now)).toBeUndefined()
  expect(intervalOf({ type: 'keyword', keyword: 'today' }, now)).toBeUndefined()
  expect(isSameRange({ type: 'absolute', from: 'a', to: 'b' }, { to: 'b', type: 'absolute', from: 'a' })).toBe(true)
})
