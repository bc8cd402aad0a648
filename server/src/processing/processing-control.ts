import type { Lifecycle } from '../cluster/lifecycle.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { createWakeUp } from '../platform/wake-up.ts'

/** Pauses and resumes processing. While it is paused, inputs still append to the journal. */
export interface ProcessingControl {
  pause(): void
  resume(): void
  isPaused(): boolean
  /** Resolves at once, or when processing is resumed. */
  whenRunning(signal: AbortSignal): Promise<void>
}

export function createProcessingControl({ lifecycle }: { readonly lifecycle: Lifecycle }): ProcessingControl {
  const resumed = createWakeUp()
  const isPaused = () => !lifecycle.isProcessing()
  return {
    pause: () => lifecycle.enter('paused'),
    resume() {
      lifecycle.enter('running')
      resumed.wake()
    },
    isPaused,
    async whenRunning(signal) {
      while (isPaused()) await unlessAborted(resumed.next(), signal)
    },
  }
}
