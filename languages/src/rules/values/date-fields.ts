import { DAY_MS, startOfDate, startOfDay } from '../../dates/utc-calendar.ts'

/** The calendar fields of a local time that is given as if it were UTC. Each is computed when it is asked for. */
export const fieldsOfDate = (localMs: number) => {
  const date = new Date(localMs)
  const year = date.getUTCFullYear()
  const dayMs = localMs - startOfDay(localMs)
  return {
    era: () => (year > 0 ? 1 : 0),
    centuryOfEra: () => Math.floor(yearOfEra(year) / 100),
    yearOfEra: () => yearOfEra(year),
    yearOfCentury: () => yearOfEra(year) % 100,
    year: () => year,
    weekyear: () => weekYearOf(localMs),
    monthOfYear: () => date.getUTCMonth() + 1,
    weekOfWeekyear: () => Math.floor((startOfDay(localMs) - firstMonday(weekYearOf(localMs))) / (7 * DAY_MS)) + 1,
    dayOfYear: () => (startOfDay(localMs) - startOfDate(year, 0, 1)) / DAY_MS + 1,
    dayOfMonth: () => date.getUTCDate(),
    dayOfWeek: () => weekdayOf(localMs),
    hourOfDay: () => date.getUTCHours(),
    minuteOfDay: () => Math.floor(dayMs / 60_000),
    minuteOfHour: () => date.getUTCMinutes(),
    secondOfDay: () => Math.floor(dayMs / 1000),
    secondOfMinute: () => date.getUTCSeconds(),
    millisOfDay: () => dayMs,
    millisOfSecond: () => date.getUTCMilliseconds(),
  }
}

export type DateFields = ReturnType<typeof fieldsOfDate>

const yearOfEra = (year: number): number => (year > 0 ? year : 1 - year)

/** Monday is 1, Sunday is 7. */
const weekdayOf = (localMs: number): number => ((new Date(localMs).getUTCDay() + 6) % 7) + 1

/** The year that the Thursday of the week is in. */
const weekYearOf = (localMs: number): number =>
  new Date(startOfDay(localMs) + (4 - weekdayOf(localMs)) * DAY_MS).getUTCFullYear()

/** The Monday of the week that has 4 January. */
function firstMonday(weekYear: number): number {
  const fourth = startOfDate(weekYear, 0, 4)
  return fourth - (weekdayOf(fourth) - 1) * DAY_MS
}
