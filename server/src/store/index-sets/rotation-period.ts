/** Rotation by time: the age at which the write index is rotated, counted from a round instant. */
import { parseDuration } from '../../platform/parse-duration.ts'

const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const
type Unit = (typeof UNITS)[number]

/** Period in whole units, the largest first: `PT36H` is a day and 12 hours, `P30D` is 4 weeks and 2 days. */
export type RotationPeriod = Readonly<Record<Unit, number>>

/** Longer periods exceed the range of dates. */
const LONGEST_YEARS = 1000

/** `undefined` unless the text is an ISO 8601 period between a second and a thousand years. */
export function parseRotationPeriod(text: string): RotationPeriod | undefined {
  const duration = parseDuration(text)
  if (duration === undefined || duration.sign <= 0) return undefined
  const months = duration.years * 12 + duration.months
  const exact = duration.with({ years: 0, months: 0, weeks: 0 }).add({ hours: duration.weeks * 7 * 24 })
  const seconds = Math.floor(exact.total('seconds'))
  if (months === 0 && seconds === 0) return undefined
  if (months > LONGEST_YEARS * 12 || seconds > LONGEST_YEARS * 366 * 86_400) return undefined
  const days = Math.floor(seconds / 86_400)
  return {
    years: Math.floor(months / 12),
    months: months % 12,
    weeks: Math.floor(days / 7),
    days: days % 7,
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** The instant from which on an index of this age is due for rotation. */
export function rotationDueAt(createdAt: Date, period: RotationPeriod): Date {
  return inUtc(rotationAnchor(createdAt, period).add(period))
}

/**
 * The instant, in UTC, rounded down to a multiple of the period's largest unit in its calendar: months of the year,
 * weeks of the year, days of the month. So indices begin at the same round instants however late a rotation ran.
 */
export function rotationAnchor(instant: Date, period: RotationPeriod): Temporal.PlainDateTime {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC').toPlainDateTime()
  const unit = UNITS.find((candidate) => period[candidate] > 0) ?? 'seconds'
  const { start, count } = startOfUnit(at, unit)
  return start.subtract({ [unit]: count % period[unit] })
}

function startOfUnit(at: Temporal.PlainDateTime, unit: Unit): { start: Temporal.PlainDateTime; count: number } {
  const day = at.round({ smallestUnit: 'day', roundingMode: 'floor' })
  switch (unit) {
    case 'years':
      return { start: day.with({ month: 1, day: 1 }), count: at.year }
    case 'months':
      return { start: day.with({ day: 1 }), count: at.month }
    case 'weeks':
      return { start: day.subtract({ days: at.dayOfWeek - 1 }), count: at.weekOfYear ?? 0 }
    case 'days':
      return { start: day, count: at.day }
    case 'hours':
      return { start: at.round({ smallestUnit: 'hour', roundingMode: 'floor' }), count: at.hour }
    case 'minutes':
      return { start: at.round({ smallestUnit: 'minute', roundingMode: 'floor' }), count: at.minute }
    case 'seconds':
      return { start: at.round({ smallestUnit: 'second', roundingMode: 'floor' }), count: at.second }
  }
}

const inUtc = (at: Temporal.PlainDateTime) => new Date(at.toZonedDateTime('UTC').epochMilliseconds)
