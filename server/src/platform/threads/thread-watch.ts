/**
 * Ends a thread that stands still or needs too much memory. The heap limit of Node is not enough: a map or an object
 * that grows beyond it in one step ends the whole process, and buffers do not count. So a busy thread is asked for its
 * memory four times a second. It answers between two function calls; while it does not, all growth of the process
 * counts as its own.
 */
import type { Worker } from 'node:worker_threads'
import { systemClock } from '../clock.ts'
import { type ThreadTimes, threadTimes } from './thread-times.ts'

/** A thread that does not answer for so long is ended, unless it only waited for a core. */
export const STANDSTILL_MS = 5000
/** A thread that ran for less than this, and was blocked for less than the next limit, only waited for a core. */
const MIN_RAN_MS = 2500
const MIN_BLOCKED_MS = 4000
const LOOK_MS = 250
const LOOKS_UNTIL_STANDSTILL = STANDSTILL_MS / LOOK_MS
/** Loading the program may take long on a busy machine. */
const LOOKS_UNTIL_STARTED = 30_000 / LOOK_MS
/** A thread that sleeps more than this cannot stand still or grow fast. */
const BUSY_SHARE = 0.5
const MEGABYTE = 2 ** 20

export interface ThreadLimits {
  /** Limit of heap and buffers together. */
  readonly memoryMb: number
  /** The thread counts the first up each time that its event loop turns; the second is its number in the system. */
  readonly signs: Int32Array
}

export interface ThreadAlarms {
  onStandstill(): void
  onTooLarge(): void
}

export function watchThread(worker: Worker, limits: ThreadLimits, alarms: ThreadAlarms): Disposable {
  const memory = createMemoryReader(worker)
  let busyBefore = worker.performance.eventLoopUtilization()
  let lastBeat = 0
  let standing = 0
  let before: ThreadTimes & { readonly atMs: number } = { ranMs: 0, waitedMs: 0, atMs: 0 }

  const timesNow = () => ({ ...threadTimes(Atomics.load(limits.signs, 1)), atMs: systemClock.monotonicMs() })

  function hasOnlyWaited(): boolean {
    const now = timesNow()
    const ranMs = now.ranMs - before.ranMs
    const blockedMs = now.atMs - before.atMs - ranMs - (now.waitedMs - before.waitedMs)
    return ranMs < MIN_RAN_MS && blockedMs < MIN_BLOCKED_MS
  }

  function lookForStandstill(): void {
    const beat = Atomics.load(limits.signs, 0)
    standing = beat === lastBeat ? standing + 1 : 0
    lastBeat = beat
    if (standing === 1) before = timesNow()
    const isOver = standing >= (beat === 0 ? LOOKS_UNTIL_STARTED : LOOKS_UNTIL_STANDSTILL)
    if (isOver && !hasOnlyWaited()) alarms.onStandstill()
  }

  // Threads run in real time, also in tests that hold the clock still.
  return systemClock.every(LOOK_MS, () => {
    const now = worker.performance.eventLoopUtilization()
    const { utilization } = worker.performance.eventLoopUtilization(now, busyBefore)
    busyBefore = now
    if (utilization < BUSY_SHARE) {
      standing = 0
      return
    }
    lookForStandstill()
    if (memory.look() > limits.memoryMb * MEGABYTE) alarms.onTooLarge()
  })
}

/** The bytes that a thread has or, while it does not answer, may have. */
function createMemoryReader(worker: Worker) {
  let known = 0
  let processBytes = 0
  let isReading = false

  async function read(): Promise<void> {
    isReading = true
    processBytes = process.memoryUsage.rss()
    try {
      const { used_heap_size: heap, external_memory: buffers } = await worker.getHeapStatistics()
      known = heap + buffers
    } catch {
      // The thread has ended meanwhile.
    } finally {
      isReading = false
    }
  }

  return {
    look(): number {
      if (isReading) return known + process.memoryUsage.rss() - processBytes
      void read()
      return known
    },
  }
}
