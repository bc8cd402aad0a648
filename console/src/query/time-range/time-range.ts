/** Time ranges in a search bar: their length, steps, zoom, and conversion between types. */
import type { AbsoluteRange, RelativeRange, TimeRange } from '@logyard/contract/search/time-ranges'

export const DEFAULT_RANGE_S = 300
export const DEFAULT_RANGE: TimeRange = { type: 'relative', range: DEFAULT_RANGE_S }
const DEFAULT_KEYWORD = 'Last five minutes'

/** From and to in milliseconds since the epoch. */
export interface Interval {
  readonly fromMs: number
  readonly toMs: number
}

export const isSameRange = (a: TimeRange, b: TimeRange): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (range: TimeRange) => Object.entries(range).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Its limits in seconds before now; `from` is 0 if it has no start. Other programs store ranges that end before now. */
export const secondsOf = ({ range, from = range, to = 0 }: RelativeRange) => ({ from, to })

/** All messages: the range has no start. */
export const isEverything = (range: TimeRange): boolean => range.type === 'relative' && secondsOf(range).from === 0

/** The interval as far as the browser can compute it; keywords are resolved by the server. */
export function intervalOf(range: TimeRange, nowMs: number): Interval | undefined {
  switch (range.type) {
    case 'relative': {
      const { from, to } = secondsOf(range)
      return from === 0 ? undefined : { fromMs: nowMs - from * 1000, toMs: nowMs - to * 1000 }
    }
    case 'absolute': {
      const interval = { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) }
      return Number.isNaN(interval.fromMs) || Number.isNaN(interval.toMs) ? undefined : interval
    }
    case 'keyword':
      return undefined
    default:
      return range satisfies never
  }
}

export const absoluteRange = ({ fromMs, toMs }: Interval): AbsoluteRange => ({
  type: 'absolute',
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
})

/** The initial range after switching to another type. */
export function rangeOfType(type: TimeRange['type'], old: TimeRange, nowMs: number): TimeRange {
  if (type === old.type) return old
  switch (type) {
    case 'relative':
      return DEFAULT_RANGE
    case 'absolute': {
      const seconds = old.type === 'relative' && old.range > 0 ? old.range : DEFAULT_RANGE_S
      return absoluteRange({ fromMs: nowMs - seconds * 1000, toMs: nowMs })
    }
    case 'keyword':
      return { type: 'keyword', keyword: DEFAULT_KEYWORD }
    default:
      return type satisfies never
  }
}

const EARLIEST_MS = 0

/** The same length, one length earlier (-1) or later (1). */
export function stepped({ fromMs, toMs }: Interval, steps: 1 | -1): AbsoluteRange {
  const length = Math.max(toMs - fromMs, 1)
  return absoluteRange({ fromMs: Math.max(EARLIEST_MS, fromMs + steps * length), toMs: toMs + steps * length })
}

/** Twice as long around the same middle, but never into the future: there it grows into the past. */
export function zoomedOut({ fromMs, toMs }: Interval, nowMs: number): AbsoluteRange {
  const length = Math.max(toMs - fromMs, 1)
  const end = Math.min(toMs + length / 2, Math.max(nowMs, toMs))
  return absoluteRange({ fromMs: Math.max(EARLIEST_MS, Math.round(end - 2 * length)), toMs: Math.round(end) })
}
