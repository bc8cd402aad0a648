/** Notices when the wall clock is set: it then differs from the monotonic clock by another amount than before. */
import type { Clock } from './clock.ts'

export interface ClockJump {
  /** Positive if the clock went forward, or the machine was suspended: suspended time is not in the monotonic clock. */
  readonly byMs: number
  /** Time on the clock as it is after the jump. */
  readonly at: Date
}

export type ClockWatch = ReturnType<typeof watchClock>

const CHECK_MS = 1000
/** What is deleted or rotated by age waits for so long after a jump, because the clock may be set right again. */
export const STEADY_MINUTES = 10
const STEADY_MS = STEADY_MINUTES * 60_000
/** Time servers adjust a clock slowly, by less than 1 ms in a second. */
const MIN_JUMP_MS = 2000

export function watchClock(clock: Clock) {
  const listeners = new Set<(jump: ClockJump) => void>()
  let offsetMs = offsetOf(clock)
  let jumpedAtMs = Number.NEGATIVE_INFINITY

  function check(): void {
    const before = offsetMs
    offsetMs = offsetOf(clock)
    const byMs = offsetMs - before
    if (Math.abs(byMs) < MIN_JUMP_MS) return
    jumpedAtMs = clock.monotonicMs()
    const jump = { byMs: Math.round(byMs), at: clock.now() }
    for (const listener of listeners) listener(jump)
  }

  const timer = clock.every(CHECK_MS, check)
  return {
    onJump(listener: (jump: ClockJump) => void) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    /** Looks now. Returns whether the clock has not jumped for a while: only then may old data be deleted by its age. */
    isSteady() {
      check()
      return clock.monotonicMs() - jumpedAtMs >= STEADY_MS
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  }
}

const offsetOf = (clock: Clock): number => clock.now().getTime() - clock.monotonicMs()
