import type { Clock } from '../platform/clock.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Stops the node when a call asks for it, after load balancers had time to notice. */
export interface Shutdown {
  ask(): void
  /** Resolves when the node is to stop. */
  readonly due: Promise<void>
}

/** Load balancers check every few seconds whether a node is alive. */
const RECOGNITION_MS = 4000

export function createShutdown({ clock, lifecycle }: { clock: Clock; lifecycle: Lifecycle }): Shutdown {
  const due = Promise.withResolvers<void>()
  return {
    due: due.promise,
    ask() {
      if (lifecycle.state() === 'halting') return
      lifecycle.enter('halting')
      void clock.sleep(RECOGNITION_MS).then(due.resolve)
    },
  }
}
