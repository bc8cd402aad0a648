/** The ticks of a time axis: at round clock times in the user's zone. */
import { instantAt, wallMs } from '../../query/time-range/zoned-time.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STEPS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14].map((count) => count * DAY),
]
const MONTH_STEPS = [1, 3, 6, 12, 24, 60, 120]

export type TickUnit = 'millisecond' | 'second' | 'minute' | 'day' | 'month' | 'year'
export interface TimeTicks {
  readonly ticks: readonly number[]
  /** The smallest unit that distinguishes two ticks. */
  readonly unit: TickUnit
}

/** At most `most` ticks; none for an empty range. */
export function timeTicks(fromMs: number, toMs: number, zone: string, most: number): TimeTicks {
  const length = toMs - fromMs
  if (!(length > 0)) return { ticks: [], unit: 'second' }
  const step = STEPS_MS.find((ms) => length / ms <= most)
  return step === undefined ? monthTicks(fromMs, toMs, zone, most) : evenTicks(fromMs, toMs, zone, step)
}

function evenTicks(fromMs: number, toMs: number, zone: string, step: number): TimeTicks {
  const ticks: number[] = []
  // Weeks start on Mondays; January 5th, 1970 was one.
  const origin = step >= 7 * DAY ? 4 * DAY : 0
  const first = Math.ceil((wallMs(fromMs, zone) - origin) / step) * step + origin
  const last = wallMs(toMs, zone)
  for (let wall = first; wall <= last; wall += step) {
    const at = instantAt(wall, zone)
    if (at >= fromMs && at <= toMs && at !== ticks.at(-1)) ticks.push(at)
  }
  const unit = step < SECOND ? 'millisecond' : step < MINUTE ? 'second' : step < DAY ? 'minute' : 'day'
  return { ticks, unit }
}

function monthTicks(fromMs: number, toMs: number, zone: string, most: number): TimeTicks {
  const months = (toMs - fromMs) / (30.4 * DAY)
  const step = MONTH_STEPS.find((count) => months / count <= most) ?? Math.ceil(months / most / 120) * 120
  const start = new Date(wallMs(fromMs, zone))
  const ticks: number[] = []
  const first = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step
  for (let month = first; ; month += step) {
    const at = instantAt(Date.UTC(Math.floor(month / 12), month % 12, 1), zone)
    if (at > toMs) break
    if (at >= fromMs) ticks.push(at)
  }
  return { ticks, unit: step >= 12 ? 'year' : 'month' }
}
