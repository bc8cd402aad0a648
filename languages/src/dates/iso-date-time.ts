import { fixedZone } from './date-elements.ts'
import type { LocalZone } from './date-reading.ts'
import { startOfDate } from './utc-calendar.ts'

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?(?:\[([^\]]{1,50})\])?$/i

/**
 * The instant of an ISO 8601 date-time such as `2021-03-04T05:06:07.089+01:00[Europe/Berlin]`. An offset decides before
 * a zone; without either it is UTC.
 */
export function parseIsoDateTime(text: string, namedZone: (name: string) => LocalZone | undefined): number | undefined {
  const match = ISO.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second = '0', fraction = '', zulu, sign, hours, minutes = '0', name] = match
  const dayMs = startOfDate(Number(year), Number(month) - 1, Number(day))
  const isDay = new Date(dayMs).getUTCDate() === Number(day) && Number(month) >= 1 && Number(month) <= 12
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const timeMs = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000
  const localMs = dayMs + timeMs + Number(fraction.slice(0, 3).padEnd(3, '0'))
  if (zulu !== undefined) return localMs
  if (sign !== undefined) {
    const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000
    return fixedZone(sign === '-' ? -offsetMs : offsetMs).toInstant(localMs)
  }
  return name === undefined ? localMs : namedZone(name)?.toInstant(localMs)
}
