import { createBoundedMap } from '../caches/bounded-map.ts'
import { unlessThrown } from '../errors/unless-thrown.ts'
import type { LocalZone } from './date-reading.ts'

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000
const MAX_OFFSETS = 4096

export interface IntlZone extends LocalZone {
  readonly id: string
  /** What local time is ahead of UTC. */
  offsetAt(instantMs: number): number
}

/** Reads local time in any zone that the platform knows, also in browsers without Temporal. */
export function findIntlZone(id: string): IntlZone | undefined {
  return unlessThrown(RangeError, () => {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: id,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    return format.resolvedOptions().timeZone === 'UTC' ? UTC_ZONE : createZone(format)
  })
}

export const UTC_ZONE: IntlZone = {
  id: 'UTC',
  offsetAt: () => 0,
  toInstant: (localMs) => localMs,
  yearAt: (instantMs) => new Date(instantMs).getUTCFullYear(),
}

function createZone(format: Intl.DateTimeFormat): IntlZone {
  const offsets = createBoundedMap<number, number>(MAX_OFFSETS)

  /** The local time of an instant, as if it were UTC. */
  function localOf(instantMs: number): number {
    const values = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => values.get(type) ?? 0
    const date = new Date(0)
    date.setUTCFullYear(part('year'), part('month') - 1, part('day'))
    return date.setUTCHours(part('hour'), part('minute'), part('second'))
  }

  /** Offsets never change within a quarter of an hour. */
  function offsetAt(instantMs: number): number {
    const quarter = Math.floor(instantMs / QUARTER_MS)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    const offset = localOf(quarter * QUARTER_MS) - quarter * QUARTER_MS
    offsets.set(quarter, offset)
    return offset
  }

  return {
    id: format.resolvedOptions().timeZone,
    offsetAt: (instantMs) => (Number.isFinite(instantMs) ? offsetAt(instantMs) : 0),
    toInstant(localMs) {
      // Infinity and NaN have no local time.
      if (!Number.isFinite(localMs)) return localMs
      const before = offsetAt(localMs - DAY_MS)
      const after = offsetAt(localMs + DAY_MS)
      const isBefore = before === after || offsetAt(localMs - before) === before
      // A local time that clocks skip counts from before the change, one that occurs twice means the first.
      return localMs - (isBefore || offsetAt(localMs - after) !== after ? before : after)
    },
    yearAt: (instantMs) =>
      Number.isFinite(instantMs) ? new Date(instantMs + offsetAt(instantMs)).getUTCFullYear() : Number.NaN,
  }
}
