import { setTimeout as sleepFor } from 'node:timers/promises'

/** The only source of time. Tests pass `fixedClock`. */
export interface Clock {
  now(): Date
  /** Milliseconds that never decrease, for measuring durations. */
  monotonicMs(): number
  /** Resolves after `ms`, or rejects with an AbortError when `signal` fires first. Does not keep the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `task` every `ms` until the returned value is disposed. Does not keep the process alive. */
  every(ms: number, task: () => void): Disposable
}

/** The clocks of two nodes may differ by less than this. */
export const AHEAD_MS = 10_000

/** Whether an instant that was stored when it had passed lies in the future: the wall clock was set back since. */
export const isAhead = (ms: number, nowMs: number): boolean => ms > nowMs + AHEAD_MS

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, signal === undefined ? { ref: false } : { signal, ref: false }),
  every(ms, task) {
    const timer = setInterval(task, ms)
    timer.unref()
    return { [Symbol.dispose]: () => clearInterval(timer) }
  },
}
