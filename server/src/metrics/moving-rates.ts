export interface Rates {
  readonly total: number
  readonly mean: number
  readonly oneMinute: number
  readonly fiveMinutes: number
  readonly fifteenMinutes: number
}

export const TICK_MS = 5000
const TICK_SECONDS = TICK_MS / 1000

/** The weight of a new tick's rate in the average over this many minutes. */
const weight = (minutes: number) => 1 - Math.exp(-TICK_SECONDS / 60 / minutes)
const WEIGHTS = [weight(1), weight(5), weight(15)] as const

/** Events per second: the average since the start, and exponentially weighted averages over 1, 5 and 15 minutes. */
export function createMovingRates(startMs: number) {
  let total = 0
  let totalAtTick = 0
  let averages: readonly [number, number, number] | undefined
  return {
    /** Counts events; a plain addition, since hot paths call it. */
    mark(count: number) {
      total += count
    },
    /** To be called every `TICK_MS`. */
    tick() {
      const rate = (total - totalAtTick) / TICK_SECONDS
      totalAtTick = total
      // The first tick initializes the average; each later one adjusts it.
      const [one, five, fifteen] = averages ?? [rate, rate, rate]
      averages = [
        one + WEIGHTS[0] * (rate - one),
        five + WEIGHTS[1] * (rate - five),
        fifteen + WEIGHTS[2] * (rate - fifteen),
      ]
    },
    read(nowMs: number) {
      const seconds = (nowMs - startMs) / 1000
      const [oneMinute, fiveMinutes, fifteenMinutes] = averages ?? [0, 0, 0]
      return { total, mean: seconds > 0 ? total / seconds : 0, oneMinute, fiveMinutes, fifteenMinutes }
    },
  }
}
