import type { Clock } from '../platform/clock.ts'
import { unlessAborted } from '../platform/unless-aborted.ts'
import type { Lifecycle } from './lifecycle.ts'

/** How long the settings store may take to answer. */
const STORE_LIMIT_MS = 3000
/** Strangers may ask, so the store is asked at most this often. */
const FRESH_MS = 1000

export type Health = ReturnType<typeof createHealth>

/**
 * Whether requests may be sent to this node. A message store that fails later does not matter: the journal accepts
 * messages meanwhile, and users need the console to see why.
 */
export function createHealth(deps: {
  readonly lifecycle: Pick<Lifecycle, 'loadBalancerStatus'>
  /** Reads from the settings store. */
  readonly askSettings: () => Promise<unknown>
  /** Resolves once the message store was reached. */
  readonly storeReached: Promise<void>
  readonly clock: Clock
}) {
  const { lifecycle, clock } = deps
  let wasStoreReached = false
  void deps.storeReached.then(() => {
    wasStoreReached = true
  })
  let lastMs = Number.NEGATIVE_INFINITY
  let last: Promise<boolean> = Promise.resolve(false)

  async function askStore(): Promise<boolean> {
    const over = new AbortController()
    const waited = new AbortController()
    clock.sleep(STORE_LIMIT_MS, waited.signal).then(
      () => over.abort(new Error('the settings store did not answer')),
      () => undefined,
    )
    try {
      await unlessAborted(deps.askSettings(), over.signal)
      return true
    } catch {
      return false
    } finally {
      waited.abort()
    }
  }

  function isStoreReachable(): Promise<boolean> {
    if (clock.monotonicMs() - lastMs >= FRESH_MS) {
      lastMs = clock.monotonicMs()
      last = askStore()
    }
    return last
  }

  return {
    /** Why the node is not ready; undefined if it is. */
    async problem(): Promise<string | undefined> {
      const status = lifecycle.loadBalancerStatus()
      if (status !== 'alive') return status.toUpperCase()
      if (!wasStoreReached) return 'MESSAGE STORE NOT REACHED YET'
      return (await isStoreReachable()) ? undefined : 'SETTINGS STORE UNREACHABLE'
    },
  }
}
