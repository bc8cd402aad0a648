import type { Clock } from '../platform/clock.ts'

export interface FixedClock extends Clock {
  advance(ms: number): void
  setBy(ms: number): void
  /** How many callers wait: recurring work that is not among them is under way. */
  sleepers(): number
}

/**
 * A clock that stands still until `advance` moves it; sleepers wake when their instant has passed. `setBy` moves only
 * the wall clock, as setting the clock of a machine does.
 */
export function fixedClock(start: string): FixedClock {
  let nowMs = new Date(start).getTime()
  let setByMs = 0
  const due = new Set<{ atMs: number; run: () => void }>()
  const runDue = () => {
    for (const entry of [...due].sort((a, b) => a.atMs - b.atMs))
      if (entry.atMs <= nowMs && due.delete(entry)) entry.run()
  }
  return {
    now: () => new Date(nowMs + setByMs),
    monotonicMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const entry = { atMs: nowMs + ms, run: resolve }
        due.add(entry)
        signal?.addEventListener('abort', () => due.delete(entry) && reject(signal.reason), { once: true })
      }),
    every(ms, task) {
      const entry = { atMs: nowMs + ms, run: () => undefined as undefined }
      const tick = () => {
        task()
        entry.atMs += ms
        due.add(entry)
        return undefined
      }
      entry.run = tick
      due.add(entry)
      return { [Symbol.dispose]: () => void due.delete(entry) }
    },
    advance(ms) {
      nowMs += ms
      runDue()
    },
    setBy(ms) {
      setByMs += ms
    },
    sleepers: () => due.size,
  }
}
