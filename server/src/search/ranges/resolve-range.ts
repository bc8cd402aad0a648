import type { OffsetRange, RelativeRange, TimeRange } from '@logyard/contract/search/time-ranges'
import { resolveKeyword } from '../../../../languages/src/dates/keyword-range.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { InstantRange } from '../scope/message-scope.ts'

/** A time range in absolute terms. */
export interface ResolvedRange extends InstantRange {
  /** The range was `relative 0`. */
  readonly isAllMessages: boolean
}

export const timeRangeRefused = (message: string) => new LogyardError('invalid', 'time-range-refused', message)

export function resolveRange(range: TimeRange, nowMs: number): ResolvedRange {
  switch (range.type) {
    case 'relative':
      return relativeRange(range, nowMs)
    case 'absolute':
      return { fromMs: instantOf(range.from), toMs: instantOf(range.to), isAllMessages: false }
    case 'keyword': {
      const resolved = resolveKeyword(range.keyword, nowMs)
      if (resolved === undefined) throw timeRangeRefused(`Could not parse from natural date: ${range.keyword}`)
      return { ...resolved, isAllMessages: false }
    }
  }
}

function relativeRange({ range, from = range, to = 0 }: RelativeRange, nowMs: number): ResolvedRange {
  const isUpToAll = from === 0
  if (!isUpToAll && to > from)
    throw timeRangeRefused(`A time range cannot begin ${from} and end ${to} seconds before now`)
  const toMs = nowMs - to * 1000
  return { fromMs: isUpToAll ? 0 : nowMs - from * 1000, toMs, isAllMessages: isUpToAll && to === 0 }
}

/** Moves the reference range back by the offset. Returns undefined if the offset is invalid. */
export function offsetRange(reference: ResolvedRange, { offset }: OffsetRange): ResolvedRange | undefined {
  const text = String(offset ?? '1i')
  const [, digits, unit] = /^(\d+)(i?)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const lengthMs = unit === 'i' ? reference.toMs - reference.fromMs : 1000
  const backMs = Number(digits) * lengthMs
  return { fromMs: reference.fromMs - backMs, toMs: reference.toMs - backMs, isAllMessages: false }
}

const ZONE = /(?:Z|([+-]\d\d)(?::?(\d\d))?)$/

/** ISO 8601, in UTC without a time zone; digits beyond milliseconds are ignored. */
function instantOf(text: string): number {
  const [date = '', time = ''] = text.split('T')
  const zone = ZONE.exec(time)
  const clock = (zone === null ? time : time.slice(0, zone.index)).replace(',', '.').replace(/(\.\d{3})\d+$/, '$1')
  const offset = zone?.[1] === undefined ? 'Z' : `${zone[1]}:${zone[2] ?? '00'}`
  const ms = Date.parse(`${date}T${clock}${offset}`)
  // `Date.parse` would read 31 June as 1 July.
  const isReal = !Number.isNaN(ms) && new Date(Date.parse(`${date}T00:00:00Z`)).toISOString().startsWith(date)
  if (!isReal) throw timeRangeRefused(`${text} is not a valid date and time`)
  return ms
}
