import type { Lifecycle } from '../cluster/lifecycle.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import { createWakeUp } from '../platform/wake-up.ts'

/** Pauses and resumes processing. While it is paused, inputs still append to the journal. */
export type ProcessingControl = ReturnType<typeof createProcessingControl>

export function createProcessingControl({ lifecycle }: { readonly lifecycle: Lifecycle }) {
  const resumed = createWakeUp()
  const isPaused = () => !lifecycle.isProcessing()
  return {
    pause: () => lifecycle.enter('paused'),
    resume() {
      lifecycle.enter('running')
      resumed.wake()
    },
    isPaused,
    /** Resolves at once, or when processing is resumed. */
    async whenRunning(signal: AbortSignal) {
      while (isPaused()) await unlessAborted(resumed.next(), signal)
    },
  }
}
