import type { TimeRange } from '@logyard/contract/search/time-ranges'

export type CalendarUnit = 'today' | 'yesterday' | `${'this' | 'last'} ${'week' | 'month'}`

const KEYWORD = /^all of (today|yesterday|(?:this|last) (?:week|month)) in [\w/+-]+$/

/** What a range of `calendarPresets` is called. */
export const calendarUnitOf = (range: TimeRange): CalendarUnit | undefined =>
  range.type === 'keyword' ? (KEYWORD.exec(range.keyword)?.[1] as CalendarUnit | undefined) : undefined
