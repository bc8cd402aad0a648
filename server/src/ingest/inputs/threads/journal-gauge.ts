/** What inputs ask before they accept messages, in memory that all threads read: room in the journal, throttle, processing. */
import type { Clock } from '../../../platform/clock.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Throttle } from '../throttle.ts'

/** Kilobytes. */
const ROOM = 0
const THROTTLED = 1
const PAUSED = 2
const PLACES = 3
const LOOK_MS = 100
const KILOBYTE = 1024

export interface JournalGauge extends Disposable {
  readonly memory: SharedArrayBuffer
  /** Looks now, for example after messages were appended. */
  look(): void
}

export function createJournalGauge(deps: {
  readonly journal: Pick<Journal, 'roomBytes'>
  readonly throttle: Throttle
  readonly clock: Clock
}): JournalGauge {
  const memory = new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT)
  const places = new Int32Array(memory)
  const look = () => {
    Atomics.store(places, ROOM, Math.ceil(deps.journal.roomBytes() / KILOBYTE))
    Atomics.store(places, THROTTLED, Number(deps.throttle.isThrottled()))
    Atomics.store(places, PAUSED, Number(!deps.throttle.isProcessing()))
  }
  look()
  const ticker = deps.clock.every(LOOK_MS, look)
  return { memory, look, [Symbol.dispose]: () => ticker[Symbol.dispose]() }
}

export function readJournalGauge(memory: SharedArrayBuffer) {
  const places = new Int32Array(memory)
  return {
    roomBytes: () => Atomics.load(places, ROOM) * KILOBYTE,
    isThrottled: () => Atomics.load(places, THROTTLED) === 1,
    isProcessing: () => Atomics.load(places, PAUSED) === 0,
  }
}
