/** Runs the system jobs whose leases this node has or acquires, until they are done, cancelled or given up. */
import type { SystemMessages } from '../notices/system-messages.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { keepLease } from '../platform/scheduler/keep-lease.ts'
import { createLeases, LEASE_MS, type Leases } from '../platform/scheduler/leases.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { BoundJob, RegisteredKind } from './job-kind.ts'
import type { StoredSystemJob, SystemJobStore } from './system-job-store.ts'

/** Tries of a job that gets no further, until it is given up. Starts after a crash of the server count. */
export const MAX_TRIES = 3
/** Wait after a run that failed. */
export const RETRY_MS = 5000
/** Time between two writes of the progress of a job. */
export const PROGRESS_MS = 1000

export type SystemJobRunner = ReturnType<typeof createSystemJobRunner>

export interface SystemJobRunnerDeps {
  readonly settings: SettingsStore
  readonly documents: SystemJobStore
  readonly kinds: ReadonlyMap<string, RegisteredKind>
  readonly messages: Pick<SystemMessages, 'writing'>
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
  readonly leaseMs?: number
}

interface Run {
  readonly id: string
  readonly ending: AbortController
  share: number
  info: string | undefined
}

interface State extends SystemJobRunnerDeps {
  readonly leaseMs: number
  readonly leases: Leases<StoredSystemJob>
  readonly stopping: AbortSignal
}

export function createSystemJobRunner(deps: SystemJobRunnerDeps) {
  const { leaseMs = LEASE_MS, log } = deps
  const stopping = new AbortController()
  const leases = createLeases({ ...deps, leaseMs })
  const state: State = { ...deps, leaseMs, leases, stopping: stopping.signal }
  const runs = new Map<string, Run>()
  const ends = new Set<Promise<void>>()
  /** Runs the job if no other node does. The delay is not kept for a run after a restart. */
  function pickUp(id: string, delayMs = 0): void {
    if (runs.has(id) || stopping.signal.aborted) return
    const run: Run = { id, ending: new AbortController(), share: 0, info: undefined }
    runs.set(id, run)
    const end = execute(state, run, delayMs)
      .catch((error: unknown) => log.error({ err: error, jobId: id }, 'a system job could not be run'))
      .finally(() => {
        runs.delete(id)
        ends.delete(end)
      })
    ends.add(end)
  }
  return {
    leases,
    pickUp,
    /** Call it when the stored job has changed, on any node. */
    changed(id: string, delayMs: number | undefined) {
      const run = runs.get(id)
      if (run === undefined) pickUp(id, delayMs)
      else void endIfCancelled(state, run)
    },
    /** Ends the run of a job that was cancelled. */
    cancelled: (id: string) => runs.get(id)?.ending.abort(),
    /** The done share of a job that runs here, from 0 to 1, and what it does now if it told. */
    progressOf: (id: string): Pick<Run, 'share' | 'info'> | undefined => runs.get(id),
    async [Symbol.asyncDispose]() {
      stopping.abort(new Error('the node stops'))
      await Promise.all(ends)
    },
  }
}

/** Another node may cancel a job that runs here. */
async function endIfCancelled({ documents, log }: State, { id, ending }: Run): Promise<void> {
  try {
    if ((await documents.find(id))?.is_cancelled === true) ending.abort()
  } catch (error) {
    // The next renewal of the lease finds it.
    log.warn({ err: error, jobId: id }, 'a change of a system job was not read')
  }
}

/** `interrupted`: the node stops, the job was cancelled, or its lease was lost. */
type End = 'done' | 'failed' | 'interrupted'

async function execute(state: State, run: Run, delayMs: number): Promise<void> {
  let waitMs = delayMs
  let counted = 1
  for (;;) {
    await untilDue(state, run, waitMs)
    if (state.stopping.aborted) return
    const job = await claim(state, run.id, counted)
    const bound = job && state.kinds.get(job.kind)?.bind(job.parameters)
    if (job === undefined || bound === undefined) return
    if (job.is_cancelled) return await endCancelled(state, job, bound)
    if (job.tries > MAX_TRIES) return await giveUp(state, job, bound)
    const end = await attempt(state, run, job, bound)
    if (end === 'done') return
    waitMs = end === 'failed' ? RETRY_MS : 0
    counted = end === 'failed' ? 1 : 0
  }
}

/** Waits until the time is over, the job is cancelled or the node stops. */
async function untilDue({ clock, stopping }: State, { ending }: Run, waitMs: number): Promise<void> {
  if (waitMs > 0) await clock.sleep(waitMs, AbortSignal.any([stopping, ending.signal])).catch(() => undefined)
}

function claim(state: State, id: string, counted: number): Promise<StoredSystemJob | undefined> {
  const { kinds, leases, clock } = state
  return leases.acquire(id, (job) => {
    const bound = kinds.get(job.kind)?.bind(job.parameters)
    if (bound === undefined || job.given_up_at !== null || leases.untilFreeMs(job) > 0) return undefined
    const startedAt = job.is_cancelled ? null : clock.now().toISOString()
    return { ...job, started_at: job.started_at ?? startedAt, tries: job.tries + counted }
  })
}

async function attempt(state: State, run: Run, job: StoredSystemJob, bound: BoundJob): Promise<End> {
  const { clock, log, leaseMs, stopping, messages, leases, documents } = state
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, run.ending.signal, lost.signal])
  const startMs = clock.monotonicMs()
  const kept = keepProgress(state, run, job)
  try {
    {
      await using _lease = keepLease({ name: job.kind, leases: { renew: kept.store }, leaseMs, lost, clock, log })
      await bound.run(signal, kept.progress)
    }
    const tookMs = Math.round(clock.monotonicMs() - startMs)
    const text = `SystemJob <${job.id}> [${job.kind}] finished in ${tookMs}ms.`
    await leases.whileHeld(job.id, async ({ version }) => [
      documents.deleting(job.id, version),
      ...(await messages.writing('SystemJobManager', text)),
    ])
    return 'done'
  } catch (error) {
    if (!signal.aborted) log.error({ jobId: job.id, kind: job.kind, err: error }, 'system job failed')
    if (stopping.aborted) kept.release()
    return signal.aborted ? 'interrupted' : 'failed'
  } finally {
    await kept.stored()
  }
}

/** The progress of a run, in memory and at most once a second in the store. */
function keepProgress({ leases, documents, clock, log }: State, run: Run, job: StoredSystemJob) {
  const { id, share: before } = job
  run.share = before
  run.info = undefined
  let storedAtMs = Number.NEGATIVE_INFINITY
  let storing: Promise<unknown> = Promise.resolve()
  const isFurther = () => run.share > before

  const store = (change: Partial<StoredSystemJob> = {}) =>
    leases.whileHeld(id, ({ document, version }) => {
      // Another node cancelled it.
      if (document.is_cancelled) run.ending.abort()
      const tries = isFurther() ? 0 : document.tries
      return [documents.replacing({ ...document, ...leases.own(), share: run.share, tries, ...change }, version)]
    })

  function storeNext(change?: Partial<StoredSystemJob>): void {
    storing = storing
      .then(() => store(change))
      .catch((error: unknown) => log.warn({ err: error, jobId: id }, 'the progress of a system job was not stored'))
  }

  return {
    store: () => store(),
    stored: () => storing,
    /** Another node may go on at once. A run that was stopped is no failure. */
    release: () => storeNext({ tries: isFurther() ? 0 : job.tries - 1, expires_at: clock.now().toISOString() }),
    /** A run does the rest, so its progress is a share of what the runs before it left. */
    progress(share: number, info?: string) {
      run.info = info
      run.share = Math.max(run.share, before + (1 - before) * Math.min(Math.max(share, 0), 1))
      if (!isFurther() || clock.monotonicMs() - storedAtMs < PROGRESS_MS) return
      storedAtMs = clock.monotonicMs()
      storeNext()
    },
  }
}

async function endCancelled({ leases, documents, log }: State, job: StoredSystemJob, bound: BoundJob): Promise<void> {
  await bound.afterCancel()
  await leases.whileHeld(job.id, ({ version }) => [documents.deleting(job.id, version)])
  log.info({ jobId: job.id, kind: job.kind }, 'system job cancelled')
}

/** The job stays for a while, so that the same work is not begun again at once. */
async function giveUp(state: State, job: StoredSystemJob, bound: BoundJob): Promise<void> {
  const { leases, documents, messages, clock, log } = state
  log.error({ jobId: job.id, kind: job.kind, tries: MAX_TRIES }, 'system job given up')
  await bound.afterGivingUp()
  const text = `SystemJob <${job.id}> [${job.kind}] was given up after ${MAX_TRIES} tries. The log says why.`
  await leases.whileHeld(job.id, async ({ document, version }) => [
    documents.replacing({ ...document, given_up_at: clock.now().toISOString() }, version),
    ...(await messages.writing('SystemJobManager', text)),
  ])
}
