/** A time range while it is being edited; it keeps what was typed even if that is not a valid range. */
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { absoluteRange, rangeOfType } from './time-range.ts'
import { parseWallClock, wallClock } from './zoned-time.ts'

export interface RangeDraft {
  readonly type: TimeRange['type']
  readonly seconds: number
  /** Clock times in the user's zone. */
  readonly from: string
  readonly to: string
  readonly keyword: string
}

export type RangeProblem = 'format' | 'order' | 'empty' | 'limit'
export type RangeProblems = Partial<Readonly<Record<'seconds' | 'from' | 'to' | 'keyword', RangeProblem>>>

/** Fills in all three types, so that switching between them loses nothing. */
export function draftOf(range: TimeRange, zone: string, nowMs: number): RangeDraft {
  const relative = rangeOfType('relative', range, nowMs)
  const absolute = rangeOfType('absolute', range, nowMs)
  const keyword = rangeOfType('keyword', range, nowMs)
  const clock = (instant: string) => wallClock(Date.parse(instant), zone)
  return {
    type: range.type,
    seconds: relative.type === 'relative' ? relative.range : 0,
    from: absolute.type === 'absolute' ? clock(absolute.from) : '',
    to: absolute.type === 'absolute' ? clock(absolute.to) : '',
    keyword: keyword.type === 'keyword' ? keyword.keyword : '',
  }
}

export function problemsOf(draft: RangeDraft, zone: string, limitSeconds: number): RangeProblems {
  switch (draft.type) {
    case 'relative': {
      const isTooLong = draft.seconds === 0 ? Number.isFinite(limitSeconds) : draft.seconds > limitSeconds
      return isTooLong ? { seconds: 'limit' } : {}
    }
    case 'keyword':
      return draft.keyword.trim() === '' ? { keyword: 'empty' } : {}
    case 'absolute': {
      const from = parseWallClock(draft.from, zone)
      const to = parseWallClock(draft.to, zone)
      if (from !== undefined && to !== undefined) return from > to ? { from: 'order' } : {}
      return { ...(from === undefined ? { from: 'format' } : {}), ...(to === undefined ? { to: 'format' } : {}) }
    }
    default:
      return draft.type satisfies never
  }
}

/** The range of the draft; `undefined` while it is invalid. */
export function rangeOfDraft(draft: RangeDraft, zone: string): TimeRange | undefined {
  switch (draft.type) {
    case 'relative':
      return { type: 'relative', range: draft.seconds }
    case 'keyword':
      return draft.keyword.trim() === '' ? undefined : { type: 'keyword', keyword: draft.keyword.trim() }
    case 'absolute': {
      const fromMs = parseWallClock(draft.from, zone)
      const toMs = parseWallClock(draft.to, zone)
      return fromMs === undefined || toMs === undefined ? undefined : absoluteRange({ fromMs, toMs })
    }
    default:
      return draft.type satisfies never
  }
}
