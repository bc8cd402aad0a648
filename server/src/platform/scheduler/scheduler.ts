/**
 * Recurring work. A job of the cluster runs on one node per period, whichever acquires its lease first; a job of the
 * node runs on each. No run starts while the previous one of the same job is under way, and missed periods run once.
 */
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { createJobLeases, type JobLeases } from './job-leases.ts'
import { keepLease } from './keep-lease.ts'
import { LEASE_MS } from './leases.ts'

export interface ScheduledJob {
  /** Unique on a node; the key of the lease, and a part of the names of the counters. */
  readonly name: string
  readonly everyMs: number
  readonly scope: 'cluster' | 'node'
  /** Deletes what is old. Soon after the clock was set it waits, because the clock may be set right again. */
  readonly deletesByAge?: boolean
  /** The signal fires when the job is disposed, or its lease is lost to another node. */
  run(signal: AbortSignal): Promise<void>
}

export type Scheduler = ReturnType<typeof createScheduler>

export interface SchedulerDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
  /** Counts `logyard.scheduler.<job>.runs` and `.failures`. */
  readonly metrics: { counter(name: string): { increment(): void } }
  /** By default it is always steady. */
  readonly isClockSteady?: () => boolean
  /** How long after a node died another one runs its jobs. */
  readonly leaseMs?: number
}

/** Waits do not follow the wall clock, so a job reads the wall clock at least this often. */
const MAX_WAIT_MS = 60_000

/** Runs the job once if it is due, and returns how long to wait before the next attempt. */
type Attempt = () => Promise<number>

interface SchedulerState extends SchedulerDeps {
  readonly leases: JobLeases
  readonly leaseMs: number
}

export function createScheduler(deps: SchedulerDeps) {
  const { leaseMs = LEASE_MS } = deps
  const state: SchedulerState = { ...deps, leaseMs, leases: createJobLeases({ ...deps, leaseMs }) }
  const running = new Map<string, AsyncDisposable>()
  return {
    /** The first run is one period later, or when the stored lease of the job is due. Disposing waits for a run to end. */
    add(job: ScheduledJob) {
      if (running.has(job.name)) throw new TypeError(`two scheduled jobs are named ${job.name}`)
      const stopping = new AbortController()
      const attempt = (job.scope === 'cluster' ? attemptInCluster : attemptOnNode)(state, job, stopping.signal)
      const ended = repeat(state, job, attempt, stopping.signal)
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

async function repeat(
  state: SchedulerState,
  job: ScheduledJob,
  attempt: Attempt,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    let waitMs = Math.min(job.everyMs, MAX_WAIT_MS)
    const mustWait = job.deletesByAge === true && state.isClockSteady?.() === false
    try {
      if (!mustWait) waitMs = Math.min(waitMs, await attempt())
    } catch (error) {
      // The store of the leases failed, not the job.
      fail(state, job, error)
    }
    if (waitMs > 0 && !stopping.aborted) await state.clock.sleep(waitMs, stopping).catch(() => undefined)
  }
}

function attemptOnNode(state: SchedulerState, job: ScheduledJob, stopping: AbortSignal): Attempt {
  const { clock } = state
  let dueMs = clock.monotonicMs() + job.everyMs
  return async () => {
    if (clock.monotonicMs() >= dueMs) {
      await run(state, job, stopping)
      dueMs += (Math.floor((clock.monotonicMs() - dueMs) / job.everyMs) + 1) * job.everyMs
    }
    return dueMs - clock.monotonicMs()
  }
}

function attemptInCluster(state: SchedulerState, job: ScheduledJob, stopping: AbortSignal): Attempt {
  const { clock, leases } = state
  const firstDueMs = clock.now().getTime() + job.everyMs
  return async () => {
    const claim = await leases.acquire({ ...job, firstDueMs })
    if (!claim.isAcquired) return claim.waitMs
    const lost = new AbortController()
    const lease = keepLease({ ...state, name: job.name, lost })
    const isDone = await run(state, job, AbortSignal.any([stopping, lost.signal]))
    await lease[Symbol.asyncDispose]()
    await leases.release(job.name, isDone ? job.everyMs : undefined)
    return 0
  }
}

/** Returns whether the run ended: a stopped run is repeated, a failed one waits for its next period. */
async function run(state: SchedulerState, job: ScheduledJob, signal: AbortSignal): Promise<boolean> {
  state.metrics.counter(`logyard.scheduler.${job.name}.runs`).increment()
  try {
    await job.run(signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    fail(state, job, error)
    return true
  }
}

function fail({ metrics, log }: SchedulerState, { name }: ScheduledJob, error: unknown): void {
  metrics.counter(`logyard.scheduler.${name}.failures`).increment()
  log.error({ err: error, job: name }, 'a scheduled job failed')
}
