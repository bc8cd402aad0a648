/** Whole days, weeks and months of the user's calendar, as keywords that move with the time. */
import type { KeywordRange, TimeRange } from '@logyard/contract/search/time-ranges'

const DAY_S = 86_400

/** Each with its longest length in seconds. */
const UNITS = {
  today: DAY_S,
  yesterday: DAY_S,
  'this week': 7 * DAY_S,
  'last week': 7 * DAY_S,
  'this month': 31 * DAY_S,
  'last month': 31 * DAY_S,
} as const
type CalendarUnit = keyof typeof UNITS
const NAMES = ['today', 'yesterday', 'this week', 'last week', 'this month', 'last month'] as const

/** Those that are not longer than the limit in seconds. */
export const calendarPresets = (limit: number, zone: string): readonly KeywordRange[] =>
  NAMES.filter((name) => UNITS[name] <= limit).map((name) => ({
    type: 'keyword',
    keyword: `all of ${name} in ${zone}`,
  }))

const KEYWORD = /^all of (today|yesterday|(?:this|last) (?:week|month)) in [\w/+-]+$/

/** What a range of `calendarPresets` is called. */
export function calendarUnitOf(range: TimeRange): CalendarUnit | undefined {
  const name = range.type === 'keyword' ? KEYWORD.exec(range.keyword)?.[1] : undefined
  return NAMES.find((one) => one === name)
}
