/** Whole days, weeks and months of the user's calendar, as keywords that move with the time. */
import type { KeywordRange } from '@logyard/contract/search/time-ranges'
import type { CalendarUnit } from './calendar-ranges.ts'

const DAY_S = 86_400

/** Each with its longest length in seconds. */
const UNITS: readonly (readonly [CalendarUnit, number])[] = [
  ['today', DAY_S],
  ['yesterday', DAY_S],
  ['this week', 7 * DAY_S],
  ['last week', 7 * DAY_S],
  ['this month', 31 * DAY_S],
  ['last month', 31 * DAY_S],
]

/** Those that are not longer than the limit in seconds. */
export const calendarPresets = (limit: number, zone: string): readonly KeywordRange[] =>
  UNITS.filter(([, length]) => length <= limit).map(([unit]) => ({
    type: 'keyword',
    keyword: `all of ${unit} in ${zone}`,
  }))
