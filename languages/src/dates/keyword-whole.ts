/**
 * Whole days, weeks, months and years in words: `all of today`, `all of last month in Europe/Berlin`. The words are ours:
 * `today` alone is an instant, as in the Graylog 4.0 API. Weeks begin on Monday.
 */
import type { LocalZone } from './date-reading.ts'
import { UTC_ZONE } from './intl-zone.ts'
import { namedZone } from './named-zone.ts'
import { DAY_MS, startOfDate, startOfDay } from './utc-calendar.ts'

const DAY = '(?<day>today|yesterday)'
const SPAN = '(?<side>this|last|previous) (?<unit>week|month|year)'
const ZONE = '(?: in (?<zone>utc|[a-z_]+\\/[a-z0-9_+\\/-]{1,60}))?'
const WHOLE = new RegExp(
  `(?<![\\p{L}\\d_])(?:all|the whole) of (?:the )?(?:${DAY}|${SPAN})(?![\\p{L}\\d_])${ZONE}`,
  'u',
)

/** Reads a text in lower case. A unit that has not ended ends now. */
export function wholeUnit(text: string, nowMs: number): { readonly fromMs: number; readonly toMs: number } | undefined {
  const { day, side, unit = 'day', zone: name } = WHOLE.exec(text)?.groups ?? {}
  if (day === undefined && side === undefined) return undefined
  const zone = name === undefined ? UTC_ZONE : namedZone(name)
  if (zone === undefined) return undefined
  const back = day === 'yesterday' || side === 'last' || side === 'previous' ? 1 : 0
  const localMs = localOf(nowMs, zone)
  const toMs = zone.toInstant(startOf(unit, localMs, 1 - back)) - 1
  return { fromMs: zone.toInstant(startOf(unit, localMs, -back)), toMs: Math.min(toMs, nowMs) }
}

const offsetMs = (localMs: number, zone: LocalZone): number => localMs - zone.toInstant(localMs)
const localOf = (nowMs: number, zone: LocalZone): number => nowMs + offsetMs(nowMs + offsetMs(nowMs, zone), zone)

/** The start of the unit that is so many units after that of the time. */
function startOf(unit: string, localMs: number, units: number): number {
  const date = new Date(localMs)
  const year = date.getUTCFullYear()
  if (unit === 'year') return startOfDate(year + units, 0, 1)
  if (unit === 'month') return startOfDate(year, date.getUTCMonth() + units, 1)
  if (unit === 'day') return startOfDay(localMs) + units * DAY_MS
  return startOfDay(localMs) - ((date.getUTCDay() + 6) % 7) * DAY_MS + units * 7 * DAY_MS
}
