/** Time ranges of the legacy search, which accepts fewer date formats than other searches. */

import { resolveKeyword } from '../../../../languages/src/dates/keyword-range.ts'
import { LogyardError } from '../../platform/errors.ts'
import { type ResolvedRange, resolveRange } from '../ranges/resolve-range.ts'

const universalRangeRefused = () =>
  new LogyardError('invalid', 'universal-range-refused', 'Invalid timerange parameters provided')

const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:?\d\d)$/
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)$/

export function absoluteRange(from: string, to: string, nowMs: number): ResolvedRange {
  try {
    return resolveRange({ type: 'absolute', from: isoOf(from), to: isoOf(to) }, nowMs)
  } catch (error) {
    if (error instanceof LogyardError) throw universalRangeRefused()
    throw error
  }
}

function isoOf(text: string): string {
  if (WITH_ZONE.test(text)) return text
  const [, date, time] = IN_UTC.exec(text) ?? []
  if (date === undefined) throw universalRangeRefused()
  return `${date}T${time}Z`
}

export function keywordRange(keyword: string, nowMs: number): ResolvedRange {
  const range = resolveKeyword(keyword, nowMs)
  if (range === undefined) throw universalRangeRefused()
  return { ...range, isAllMessages: false }
}

export const relativeRange = (range: number, nowMs: number): ResolvedRange =>
  resolveRange({ type: 'relative', range }, nowMs)
