import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Leased, Leases } from './leases.ts'

/** Renewals per lease: two may fail. */
const RENEWALS = 3

/** Renews the lease of a running job until disposed. Aborts `lost` when another node has it or it may have expired. */
export function keepLease(options: {
  readonly name: string
  readonly leases: Pick<Leases<Leased>, 'renew'>
  readonly leaseMs: number
  readonly lost: AbortController
  readonly clock: Clock
  readonly log: Log
}): AsyncDisposable {
  const { name, leases, leaseMs, lost, clock, log } = options
  let renewedMs = clock.monotonicMs()
  let renewing: Promise<void> = Promise.resolve()

  function lose(): void {
    if (lost.signal.aborted) return
    log.warn({ job: name }, 'the lease of a scheduled job was lost, so its run ends')
    lost.abort(new Error(`the lease of ${name} was lost`))
  }

  async function renew(): Promise<void> {
    const startedMs = clock.monotonicMs()
    try {
      if (await leases.renew(name)) renewedMs = startedMs
      else lose()
    } catch (error) {
      log.warn({ err: error, job: name }, 'the lease of a scheduled job could not be renewed')
    }
  }

  // A renewal that does not end leaves the lease as expired as one that fails.
  let isRenewing = false
  const timer = clock.every(leaseMs / RENEWALS, () => {
    if (clock.monotonicMs() - renewedMs >= leaseMs) lose()
    if (isRenewing) return
    isRenewing = true
    renewing = renew().finally(() => {
      isRenewing = false
    })
  })
  return {
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      await renewing
    },
  }
}
