/** A time range as query parameters, the same on every page that has one. */
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { secondsOf } from './time-range.ts'
import { parseWallClock } from './zoned-time.ts'

export const RANGE_PARAMETERS = ['rangetype', 'relative', 'from', 'to', 'keyword'] as const

export interface ReadOptions {
  /** The user's time zone: old links contain clock times. */
  readonly zone: string
  readonly nowMs: number
}

export function rangeFromUrl(values: URLSearchParams, { zone, nowMs }: ReadOptions): TimeRange | undefined {
  switch (values.get('rangetype') ?? 'relative') {
    case 'relative': {
      const from = values.get('relative') ?? ''
      const to = values.get('to') ?? ''
      if (!SECONDS.test(from)) return undefined
      if (!SECONDS.test(to)) return { type: 'relative', range: Number(from) }
      return { type: 'relative', range: 0, from: Number(from), to: Number(to) }
    }
    case 'absolute': {
      const from = parseInstant(values.get('from'), zone)
      if (from === undefined) return undefined
      const to = parseInstant(values.get('to'), zone) ?? nowMs
      return { type: 'absolute', from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    }
    case 'keyword': {
      const keyword = values.get('keyword') ?? ''
      return keyword.trim() === '' ? undefined : { type: 'keyword', keyword }
    }
    default:
      return undefined
  }
}

const SECONDS = /^\d{1,12}$/

const parseInstant = (text: string | null, zone: string): number | undefined =>
  text === null ? undefined : parseWallClock(text, zone)

/** Without `rangetype`. */
export function rangeValues(range: TimeRange): Record<string, string> {
  switch (range.type) {
    case 'relative': {
      const { from, to } = secondsOf(range)
      return { relative: String(from), ...(to === 0 ? {} : { to: String(to) }) }
    }
    case 'absolute':
      return { from: range.from, to: range.to }
    case 'keyword':
      return { keyword: range.keyword }
    default:
      return range satisfies never
  }
}
