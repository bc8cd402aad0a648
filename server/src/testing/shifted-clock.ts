import { type Clock, systemClock } from '../platform/clock.ts'

/** The clock of the system, whose time a test shifts. Durations and timers are true, as those of a machine are. */
export function shiftedClock(): Clock & { shift(ms: number): void } {
  let shiftedMs = 0
  return {
    ...systemClock,
    now: () => new Date(systemClock.now().getTime() + shiftedMs),
    shift(ms) {
      shiftedMs = ms
    },
  }
}
