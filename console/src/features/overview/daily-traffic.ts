/** The bytes of each day, without gaps, from the hours or days that had traffic. */
import type { TrafficHistogram } from '@logyard/contract/metrics/traffic'

export const TRAFFIC_KINDS = ['input', 'decoded', 'output'] as const
export type TrafficKind = (typeof TRAFFIC_KINDS)[number]

export interface TrafficDay {
  /** `2026-03-01` */
  readonly date: string
  readonly bytes: Readonly<Record<TrafficKind, number>>
}

const DAY_MS = 86_400_000

/** `dateOf` says on which day an instant is, in the zone of the caller. */
export function dailyTraffic(traffic: TrafficHistogram, dateOf: (instant: Date) => string): readonly TrafficDay[] {
  const days = new Map<string, Record<TrafficKind, number>>()
  const to = Date.parse(traffic.to)
  // Twice a day: a day of 23 hours must not be skipped.
  for (let at = Date.parse(traffic.from); at < to; at += DAY_MS / 2) days.set(dateOf(new Date(at)), none())
  days.set(dateOf(new Date(to)), none())
  for (const kind of TRAFFIC_KINDS) {
    for (const [start, bytes] of Object.entries(traffic[kind])) {
      const day = days.get(dateOf(new Date(start)))
      if (day !== undefined) day[kind] += bytes
    }
  }
  return [...days].map(([date, bytes]) => ({ date, bytes }))
}

const none = () => ({ input: 0, decoded: 0, output: 0 })

export const sumOf = (days: readonly TrafficDay[], kind: TrafficKind): number =>
  days.reduce((sum, { bytes }) => sum + bytes[kind], 0)

/** The day in UTC, as the server sums days. */
export const utcDate = (instant: Date): string => instant.toISOString().slice(0, 'yyyy-mm-dd'.length)

export function dateIn(timeZone: string): (instant: Date) => string {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (instant) => format.format(instant)
}
