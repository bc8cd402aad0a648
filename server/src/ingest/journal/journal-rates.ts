import type { Clock } from '../../platform/clock.ts'

export interface PerSecond {
  readonly appendedPerSecond: number
  readonly readPerSecond: number
}

const SECOND_MS = 1000

/** Messages appended and read in the last whole second. */
export function createJournalRates(clock: Clock, totals: () => { appended: number; read: number }) {
  let before = totals()
  let rates: PerSecond = { appendedPerSecond: 0, readPerSecond: 0 }
  const ticker = clock.every(SECOND_MS, () => {
    const now = totals()
    rates = { appendedPerSecond: now.appended - before.appended, readPerSecond: now.read - before.read }
    before = now
  })
  return { rates: () => rates, [Symbol.dispose]: () => ticker[Symbol.dispose]() }
}
