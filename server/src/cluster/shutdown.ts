import type { Clock } from '../platform/clock.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Load balancers check every two seconds whether a node is alive, and believe the second failure. */
const RECOGNITION_MS = 5000

/** Stops the node, after load balancers had time to notice. */
export function createShutdown(deps: {
  readonly clock: Clock
  readonly lifecycle: Lifecycle
  /** Lists the other active nodes. */
  readonly others: () => Promise<readonly unknown[]>
}) {
  const { clock, lifecycle } = deps
  const due = Promise.withResolvers<void>()
  const isHalting = () => lifecycle.state() === 'halting'
  return {
    /** Resolves when the node is to stop. */
    due: due.promise,
    ask() {
      if (isHalting()) return
      lifecycle.enter('halting')
      void clock.sleep(RECOGNITION_MS).then(due.resolve)
    },
    /** Resolves once the node may stop. That is at once if no other node can serve in its place. */
    async announce() {
      if (isHalting()) return
      const others = await deps.others().catch(() => [])
      if (others.length === 0) return
      lifecycle.enter('halting')
      await clock.sleep(RECOGNITION_MS)
    },
  }
}
