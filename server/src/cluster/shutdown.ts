import type { Clock } from '../platform/clock.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Load balancers check every few seconds whether a node is alive. */
const RECOGNITION_MS = 4000

/** Stops the node when a call asks for it, after load balancers had time to notice. */
export function createShutdown({ clock, lifecycle }: { clock: Clock; lifecycle: Lifecycle }) {
  const due = Promise.withResolvers<void>()
  return {
    /** Resolves when the node is to stop. */
    due: due.promise,
    ask() {
      if (lifecycle.state() === 'halting') return
      lifecycle.enter('halting')
      void clock.sleep(RECOGNITION_MS).then(due.resolve)
    },
  }
}
