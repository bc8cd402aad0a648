/**
 * A wall clock that several processes read from one file, so that it moves for all of them at once. If each process set
 * a clock of its own, a slow one would be behind: it would see triggers in its future, and take its clock for set back.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { type Clock, systemClock } from '../../platform/clock.ts'

interface SharedClock extends Disposable {
  set(ms: number): void
}

export function createSharedClock(path: string, startMs: number): SharedClock {
  const file = openSync(path, 'w')
  const set = (ms: number) => writeSync(file, new Float64Array([ms]), 0, Float64Array.BYTES_PER_ELEMENT, 0)
  set(startMs)
  return { set, [Symbol.dispose]: () => closeSync(file) }
}

/** Only the wall clock is shared: durations and timers, and so leases, follow the clock of the machine. */
export function openSharedClock(path: string): Clock {
  const file = openSync(path, 'r')
  const instant = new Float64Array(1)
  return {
    ...systemClock,
    now() {
      readSync(file, instant, 0, instant.byteLength, 0)
      return new Date(instant[0] ?? Number.NaN)
    },
  }
}
