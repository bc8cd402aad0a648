/** The only place in the console that reads the system's time; tests pass a clock that stands still. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export const systemClock: Clock = { now: () => Date.now() }
