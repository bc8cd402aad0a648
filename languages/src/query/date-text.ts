/** Dates in queries: dates of any precision and date maths, in UTC. */

/** The first and the last millisecond: `2021-06-09` is a whole day, `now` a single instant. */
export interface InstantSpan {
  readonly fromMs: number
  readonly toMs: number
}

const DATE =
  /^(\d{4})(?:[-/](\d{2})(?:[-/](\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?)?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/
const STEP = /(?:([+-])(\d*)([yMwdhHms])|\/([yMwdhHms]))/y
const DAY_MS = 86_400_000
const UNIT_MS: Readonly<Record<string, number>> = {
  w: 7 * DAY_MS,
  d: DAY_MS,
  h: 3_600_000,
  H: 3_600_000,
  m: 60_000,
  s: 1000,
}
/** 1970-01-01 was a Thursday; weeks start on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** Returns undefined if the text is not a valid date. `now` is in milliseconds. */
export function readDateText(text: string, now: number): InstantSpan | undefined {
  if (text.startsWith('now')) return applyMaths(now, text.slice('now'.length))
  const bar = text.indexOf('||')
  if (bar === -1) return readDate(text)
  const date = readDate(text.slice(0, bar))
  return date && applyMaths(date.fromMs, text.slice(bar + 2))
}

function readDate(text: string): InstantSpan | undefined {
  const match = DATE.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, fraction, zone] = match
  // A zone is only valid with a time of day.
  if (zone !== undefined && hour === undefined) return undefined
  const ms = fraction === undefined ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'))
  const parts = [year, month ?? 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0].map(Number)
  const [y = 0, mo = 1, d = 1, h = 0, mi = 0, s = 0] = parts
  const local = Date.UTC(y, mo - 1, d, h, mi, s, ms)
  const back = new Date(local)
  // A month of 13 or 30 February would have become another date; years below 100 another century.
  if (back.getUTCFullYear() !== y || back.getUTCMonth() !== mo - 1 || back.getUTCDate() !== d) return undefined
  if (h > 23 || mi > 59 || s > 59) return undefined
  const fromMs = local - zoneMs(zone)
  return { fromMs, toMs: fromMs + lengthMs({ y, mo, month, day, hour, minute, second, fraction }) - 1 }
}

function lengthMs(given: {
  readonly y: number
  readonly mo: number
  readonly month: string | undefined
  readonly day: string | undefined
  readonly hour: string | undefined
  readonly minute: string | undefined
  readonly second: string | undefined
  readonly fraction: string | undefined
}): number {
  if (given.fraction !== undefined) return 1
  if (given.second !== undefined) return 1000
  if (given.minute !== undefined) return 60_000
  if (given.hour !== undefined) return 3_600_000
  if (given.day !== undefined) return DAY_MS
  const { y, mo } = given
  return given.month === undefined ? Date.UTC(y + 1, 0) - Date.UTC(y, 0) : Date.UTC(y, mo) - Date.UTC(y, mo - 1)
}

function zoneMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const [hours = '0', minutes = '0'] = [zone.slice(1, 3), zone.slice(3).replace(':', '') || '0']
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000
  return zone.startsWith('-') ? -ms : ms
}

/** `-1d/d`: applies the steps in order; `/` rounds down to the unit. If the last step rounds, the whole unit is meant. */
function applyMaths(startMs: number, maths: string): InstantSpan | undefined {
  let ms = startMs
  let roundedTo: string | undefined
  STEP.lastIndex = 0
  while (STEP.lastIndex < maths.length) {
    const match = STEP.exec(maths)
    if (match === null) return undefined
    const [, sign, count, unit = '', rounding] = match
    if (rounding === undefined) ms = added(ms, (sign === '-' ? -1 : 1) * Number(count || 1), unit)
    else ms = floored(ms, rounding)
    roundedTo = rounding
  }
  if (!Number.isFinite(ms)) return undefined
  return { fromMs: ms, toMs: roundedTo === undefined ? ms : added(ms, 1, roundedTo) - 1 }
}

function added(ms: number, count: number, unit: string): number {
  const fixed = UNIT_MS[unit]
  if (fixed !== undefined) return ms + count * fixed
  const date = new Date(ms)
  const months = date.getUTCMonth() + (unit === 'y' ? 12 : 1) * count
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  return date.setUTCFullYear(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), lastDay))
}

function floored(ms: number, unit: string): number {
  const date = new Date(ms)
  if (unit === 'y') return Date.UTC(date.getUTCFullYear(), 0)
  if (unit === 'M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
  const size = UNIT_MS[unit] ?? 1
  const offset = unit === 'w' ? FIRST_MONDAY_MS : 0
  return Math.floor((ms - offset) / size) * size + offset
}
