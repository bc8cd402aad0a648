import type { Lifecycle } from '../cluster/lifecycle.ts'
import { createBell, unlessAborted } from '../platform/bell.ts'
import { LogyardError } from '../platform/errors.ts'

/** Pause and resume: while paused, inputs go on and the journal grows. */
export interface ProcessingControl {
  pause(): void
  resume(): void
  /** For a task that must not be disturbed: pauses, and refuses to resume until it is unlocked. */
  lock(): void
  unlock(): void
  isPaused(): boolean
  /** Resolves at once unless paused. */
  whenRunning(signal: AbortSignal): Promise<void>
}

const processingLocked = () =>
  new LogyardError('denied', 'processing-locked', 'Processing is paused and locked: unlock it before resuming.')

export function createProcessingControl({ lifecycle }: { readonly lifecycle: Lifecycle }): ProcessingControl {
  const resumed = createBell()
  let isLocked = false
  const isPaused = () => !lifecycle.isProcessing()
  const pause = () => lifecycle.enter('paused')
  return {
    pause,
    resume() {
      if (isLocked) throw processingLocked()
      lifecycle.enter('running')
      resumed.ring()
    },
    lock() {
      isLocked = true
      pause()
    },
    unlock() {
      isLocked = false
    },
    isPaused,
    async whenRunning(signal) {
      while (isPaused()) await unlessAborted(resumed.next(), signal)
    },
  }
}
