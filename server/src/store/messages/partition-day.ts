/** The day of the partition that a message belongs to, so that late messages leave with those of their own time. */

const DAY_MS = 86_400_000
/** Messages of each of so many days before their receipt have a partition of their own. */
const OWN_DAYS = 32
/** Clocks of senders run ahead by hours, hardly by days. */
const DAYS_AHEAD = 1
/** The engine's type for days ends in 2149. */
const LAST_DAY = 65_535

/**
 * In days since 1970. Later ones than tomorrow share one partition, and so do those of a month more than 32 days before
 * their receipt and those more than a year before it: a sender that invents times must not make thousands of partitions.
 */
export function partitionDay(timestampMs: number, receivedAtMs: number): number {
  const day = Math.floor(timestampMs / DAY_MS)
  const receivedDay = Math.floor(receivedAtMs / DAY_MS)
  if (day > receivedDay + DAYS_AHEAD) return LAST_DAY
  if (day > receivedDay - OWN_DAYS) return clamped(day)
  if (day <= receivedDay - 366) return 0
  const date = new Date(timestampMs)
  return clamped(Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS))
}

const clamped = (day: number): number => Math.min(Math.max(day, 0), LAST_DAY)
