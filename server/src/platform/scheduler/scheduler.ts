/**
 * Recurring work. A job of the cluster runs on one node per period, whichever acquires its lease first; a job of the
 * node runs on each. No run starts while the previous one of the same job is under way, and missed periods run once.
 */
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { createJobLeases } from './job-leases.ts'

export interface ScheduledJob {
  /** Unique within its scope; leases and counters have it. */
  readonly name: string
  readonly everyMs: number
  readonly scope: 'cluster' | 'node'
  /** The signal fires when the job is disposed, or its lease is lost to another node. */
  run(signal: AbortSignal): Promise<void>
}

export interface Scheduler extends AsyncDisposable {
  /** The first run is one period later, or when the stored lease of the job is due. Disposing waits for a run to end. */
  add(job: ScheduledJob): AsyncDisposable
}

export interface SchedulerDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
  /** Counts `logyard.scheduler.<job>.runs` and `.failures`. */
  readonly metrics: { counter(name: string): { increment(): void } }
  /** How long after a node died another one runs its jobs. */
  readonly leaseMs?: number
}

const LEASE_MS = 30_000
/** Renewals per lease: two may fail. */
const RENEWALS = 3
/** Waiting is measured without the wall clock, so a job looks at the wall clock at least this often. */
const MAX_WAIT_MS = 60_000

/** Runs the job once if it is time, and answers how long to wait before the next attempt. */
type Attempt = () => Promise<number>

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { clock, log, metrics, leaseMs = LEASE_MS } = deps
  const leases = createJobLeases({ ...deps, leaseMs })
  const running = new Map<string, AsyncDisposable>()

  /** Answers whether the run came to its end. */
  async function run(job: ScheduledJob, signal: AbortSignal): Promise<boolean> {
    metrics.counter(`logyard.scheduler.${job.name}.runs`).increment()
    try {
      await job.run(signal)
      return true
    } catch (error) {
      if (signal.aborted) return false
      fail(job, error)
      return true
    }
  }

  function fail({ name }: ScheduledJob, error: unknown): void {
    metrics.counter(`logyard.scheduler.${name}.failures`).increment()
    log.error({ err: error, job: name }, 'a scheduled job failed')
  }

  function onNode(job: ScheduledJob, stopping: AbortSignal): Attempt {
    let dueMs = clock.monotonicMs() + job.everyMs
    return async () => {
      if (clock.monotonicMs() >= dueMs) {
        await run(job, stopping)
        dueMs += (Math.floor((clock.monotonicMs() - dueMs) / job.everyMs) + 1) * job.everyMs
      }
      return dueMs - clock.monotonicMs()
    }
  }

  function inCluster(job: ScheduledJob, stopping: AbortSignal): Attempt {
    const firstDueMs = clock.now().getTime() + job.everyMs
    return async () => {
      const claim = await leases.acquire({ ...job, firstDueMs })
      if (!claim.isAcquired) return claim.waitMs
      const lost = new AbortController()
      const renewing = keepLease(job, lost)
      const isDone = await run(job, AbortSignal.any([stopping, lost.signal]))
      await renewing[Symbol.asyncDispose]()
      await leases.release(job.name, isDone ? job.everyMs : undefined)
      return 0
    }
  }

  /** Renews the lease until disposed. A lease that is lost, or could not be renewed in its time, ends the run. */
  function keepLease({ name }: ScheduledJob, lost: AbortController): AsyncDisposable {
    let renewedMs = clock.monotonicMs()
    let renewing: Promise<void> = Promise.resolve()
    const lose = () => {
      if (lost.signal.aborted) return
      log.warn({ job: name }, 'the lease of a scheduled job was lost, so its run ends')
      lost.abort(new Error(`the lease of ${name} was lost`))
    }
    const renew = async () => {
      const startedMs = clock.monotonicMs()
      try {
        if (await leases.renew(name)) renewedMs = startedMs
        else lose()
      } catch (error) {
        log.warn({ err: error, job: name }, 'the lease of a scheduled job could not be renewed')
        if (clock.monotonicMs() - renewedMs >= leaseMs) lose()
      }
    }
    const timer = clock.every(leaseMs / RENEWALS, () => {
      renewing = renewing.then(renew)
    })
    return {
      async [Symbol.asyncDispose]() {
        timer[Symbol.dispose]()
        await renewing
      },
    }
  }

  async function repeat(job: ScheduledJob, attempt: Attempt, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      let waitMs = Math.min(job.everyMs, MAX_WAIT_MS)
      try {
        waitMs = Math.min(waitMs, await attempt())
      } catch (error) {
        // The store of the leases failed, not the job.
        fail(job, error)
      }
      if (waitMs > 0 && !stopping.aborted) await clock.sleep(waitMs, stopping).catch(() => undefined)
    }
  }

  return {
    add(job) {
      if (running.has(job.name)) throw new TypeError(`two scheduled jobs are named ${job.name}`)
      const stopping = new AbortController()
      const attempt = job.scope === 'cluster' ? inCluster(job, stopping.signal) : onNode(job, stopping.signal)
      const ended = repeat(job, attempt, stopping.signal)
      const handle = {
        async [Symbol.asyncDispose]() {
          stopping.abort()
          await ended
          if (running.get(job.name) === handle) running.delete(job.name)
        },
      }
      running.set(job.name, handle)
      return handle
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(running.values(), (job) => job[Symbol.asyncDispose]()))
    },
  }
}
