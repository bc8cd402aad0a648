import type { Lifecycle } from '../cluster/lifecycle.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { createWakeUp } from '../platform/wake-up.ts'

/** Pauses and resumes processing. While it is paused, inputs still append to the journal. */
export type ProcessingControl = ReturnType<typeof createProcessingControl>

export function createProcessingControl(deps: {
  readonly lifecycle: Lifecycle
  readonly clock: Clock
  readonly log: Log
}) {
  const { lifecycle, clock, log } = deps
  const resumed = createWakeUp()
  const isPaused = () => !lifecycle.isProcessing()
  /** Aborted when somebody else decides whether processing is paused. */
  let hold = new AbortController()
  let writers = 0

  function pause() {
    hold.abort()
    lifecycle.enter('paused')
  }
  function resume() {
    hold.abort()
    lifecycle.enter('running')
    resumed.wake()
  }
  /** Resolves at once, or when processing is resumed. */
  async function whenRunning(signal: AbortSignal) {
    while (isPaused()) await unlessAborted(resumed.next(), signal)
  }
  async function resumeAfter(limitMs: number, signal: AbortSignal) {
    await clock.sleep(limitMs, signal)
    log.warn('processing was paused for a limited time, and is resumed')
    resume()
  }
  return {
    pause,
    resume,
    /** Pauses for at most this time, which each call renews. */
    pauseFor(limitMs: number) {
      pause()
      hold = new AbortController()
      resumeAfter(limitMs, hold.signal).catch(() => undefined)
    },
    isPaused,
    whenRunning,
    /** Runs what stores messages without the journal, as soon as processing is not paused. */
    async whileRunning<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      await whenRunning(signal)
      writers += 1
      try {
        return await work()
      } finally {
        writers -= 1
      }
    },
    /** Whether such work is running. */
    isWriting: () => writers > 0,
  }
}
