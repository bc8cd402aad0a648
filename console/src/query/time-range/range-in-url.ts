/** A time range as query parameters, the same on every page that has one. */
import type { TimeRange } from '@logyard/contract/search/time-ranges'
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
      const text = values.get('relative') ?? ''
      return /^\d{1,12}$/.test(text) ? { type: 'relative', range: Number(text) } : undefined
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

const parseInstant = (text: string | null, zone: string): number | undefined =>
  text === null ? undefined : parseWallClock(text, zone)

/** Without `rangetype`. */
export function rangeValues(range: TimeRange): Record<string, string> {
  switch (range.type) {
    case 'relative':
      return { relative: String(range.range) }
    case 'absolute':
      return { from: range.from, to: range.to }
    case 'keyword':
      return { keyword: range.keyword }
    default:
      return range satisfies never
  }
}
