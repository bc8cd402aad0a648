/** When a quiet time lasts. */
import { type QuietSchedule, WEEKDAYS } from '@logyard/contract/alerts/quiet-times'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { cronProblem, nextOfSchedule } from '../scheduler/schedule-times.ts'

export function isQuietAt(schedule: QuietSchedule, now: Date): boolean {
  if (schedule.type === 'once')
    return now.getTime() >= Date.parse(schedule.from) && now.getTime() < Date.parse(schedule.to)
  const { day, time } = localTime(now, schedule.timezone)
  const isOf = (weekday: number) => schedule.days.some((name) => WEEKDAYS.indexOf(name) === (weekday + 7) % 7)
  if (schedule.from < schedule.to) return isOf(day) && schedule.from <= time && time < schedule.to
  return (isOf(day) && time >= schedule.from) || (isOf(day - 1) && time < schedule.to)
}

/** The end of the quiet time that lasts now, or else of the next one. */
export function nextEndOf(schedule: QuietSchedule, now: Date): Date | undefined {
  if (schedule.type === 'once') return later(schedule.to, now)
  const { to, timezone } = schedule
  const isSameDay = schedule.from < to
  const days = schedule.days.map((name) => (WEEKDAYS.indexOf(name) + (isSameDay ? 1 : 2)) % 7)
  return nextAt(to, timezone, days, now)
}

export function nextStartOf(schedule: QuietSchedule, now: Date): Date | undefined {
  if (schedule.type === 'once') return later(schedule.from, now)
  const days = schedule.days.map((name) => (WEEKDAYS.indexOf(name) + 1) % 7)
  return nextAt(schedule.from, schedule.timezone, days, now)
}

/** Sentences by property. */
export function scheduleProblems(schedule: QuietSchedule): Readonly<Record<string, readonly string[]>> {
  if (schedule.type === 'weekly') {
    const problem = cronProblem('0 0 * * *', schedule.timezone)
    return problem === undefined ? {} : { timezone: [problem] }
  }
  const [from, to] = [Date.parse(schedule.from), Date.parse(schedule.to)]
  if (Number.isNaN(from)) return { from: ['This is not a valid time in ISO 8601.'] }
  if (Number.isNaN(to)) return { to: ['This is not a valid time in ISO 8601.'] }
  return from < to ? {} : { to: ['The end must be after the beginning.'] }
}

function later(instant: string, now: Date): Date | undefined {
  const at = new Date(instant)
  return at > now ? at : undefined
}

/** Weekdays of cron expressions: 0 is Sunday. */
function nextAt(time: string, timezone: string, days: readonly number[], now: Date): Date | undefined {
  const [hours, minutes] = time.split(':').map(Number)
  const cron_expression = `${minutes} ${hours} * * ${days.join(',')}`
  return nextOfSchedule({ type: 'cron', cron_expression, timezone }, now)
}

const MAX_FORMATS = 100
const formats = createBoundedMap<string, Intl.DateTimeFormat>(MAX_FORMATS)
const WEEKDAYS_BY_NAME: readonly string[] = WEEKDAYS

/** The weekday, 0 for Monday, and the time of day as `HH:MM`. */
function localTime(now: Date, timeZone: string): { readonly day: number; readonly time: string } {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  const day = WEEKDAYS_BY_NAME.indexOf(parts.get('weekday')?.toLowerCase() ?? '')
  return { day, time: `${parts.get('hour')}:${parts.get('minute')}` }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}
