/** The period of the audit log that the filters choose. */
import { instantAt, parseWallClock, wallMs } from '../../query/time-range/zoned-time.ts'

const DAY_MS = 86_400_000
const SPANS_MS = { hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS }

/** `days` has the filters `from_day` and `to_day`, like `2026-03-01`, both included. */
export const PERIODS = ['hour', 'day', 'today', 'yesterday', 'week', 'month', 'days'] as const

export interface Now {
  readonly nowMs: number
  /** The days are those of this time zone. */
  readonly zone: string
}

interface Period {
  readonly from?: string
  readonly to?: string
}

export function periodOf(filters: Readonly<Record<string, string | undefined>>, now: Now): Period {
  const { since = '' } = filters
  if (isSpan(since)) return { from: isoOf(now.nowMs - SPANS_MS[since]) }
  const today = startOfDay(now.nowMs, now, 0)
  switch (since) {
    case 'today':
      return { from: isoOf(today) }
    case 'yesterday':
      return { from: isoOf(startOfDay(now.nowMs, now, -1)), to: isoOf(today) }
    case 'days': {
      const first = parseWallClock(filters['from_day'] ?? '', now.zone)
      const last = parseWallClock(filters['to_day'] ?? '', now.zone)
      return {
        ...(first === undefined ? {} : { from: isoOf(first) }),
        ...(last === undefined ? {} : { to: isoOf(startOfDay(last, now, 1)) }),
      }
    }
    default:
      return {}
  }
}

const isSpan = (text: string): text is keyof typeof SPANS_MS => Object.hasOwn(SPANS_MS, text)
const isoOf = (ms: number) => new Date(ms).toISOString()

/** The start of the day of an instant, or of a day some days later: days of 23 and 25 hours exist. */
function startOfDay(ms: number, { zone }: Now, daysLater: number): number {
  const wall = wallMs(ms, zone)
  return instantAt(wall - (wall % DAY_MS) + daysLater * DAY_MS, zone)
}
