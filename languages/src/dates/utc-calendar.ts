/** Calendar arithmetic in UTC. Adding months or years keeps the day, or uses the last day of a shorter month. */

export type CalendarUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

export const DAY_MS = 86_400_000

const FIXED_MS: Readonly<Partial<Record<CalendarUnit, number>>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
}

export function addUnits(ms: number, count: number, unit: CalendarUnit): number {
  const fixedMs = FIXED_MS[unit]
  return fixedMs === undefined ? addMonths(ms, unit === 'year' ? count * 12 : count) : ms + count * fixedMs
}

function addMonths(ms: number, count: number): number {
  const date = new Date(ms)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count
  const year = Math.floor(months / 12)
  const month = months - year * 12
  const day = Math.min(date.getUTCDate(), daysInMonth(year, month))
  return startOfDate(year, month, day) + (ms - startOfDay(ms))
}

/** `month` counts from 0. */
export const daysInMonth = (year: number, month: number): number =>
  new Date(startOfDate(year, month + 1, 0)).getUTCDate()

export const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS

/** Unlike `Date.UTC`, does not move years below 100 to the 20th century. */
export function startOfDate(year: number, month: number, day: number): number {
  if (year >= 100) return Date.UTC(year, month, day)
  return new Date(0).setUTCFullYear(year, month, day)
}
