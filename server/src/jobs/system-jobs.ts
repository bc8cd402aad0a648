/**
 * Long tasks of this node, which are started, listed and cancelled here. Jobs are in memory only; a finished one leaves
 * a system message.
 */
import type { SystemJob } from '@logyard/contract/jobs/system-jobs'
import type { SystemMessages } from '../notices/system-messages.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'

export interface JobKind {
  /** The class name on the wire. */
  readonly name: string
  readonly description: string
  readonly isCancelable: boolean
  readonly providesProgress: boolean
  readonly maxRunning: number
}

export interface JobRun {
  readonly kind: JobKind
  readonly info: string
  readonly delayMs?: number
  /** Cancelable kinds end early when the signal fires. `progress` is a share from 0 to 1. */
  run(signal: AbortSignal, progress: (share: number) => void): Promise<void>
}

export interface SystemJobs extends AsyncDisposable {
  start(run: JobRun): string
  list(): readonly SystemJob[]
  get(id: string): SystemJob
  /** Asks the job to end. It is listed until it has ended. */
  cancel(id: string): SystemJob
}

export interface SystemJobsDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
  readonly messages: SystemMessages
}

interface Job {
  readonly id: string
  readonly run: JobRun
  readonly ending: AbortController
  startedAt: Date | undefined
  share: number
  done: Promise<void>
}

const jobUnknown = (id: string) =>
  new LogyardError('not-found', 'system-job-unknown', `No system job with ID <${id}> found`)
/** No kind of job has a name that it could be started by: areas start their jobs themselves. */
export const jobNameUnknown = (name: string) =>
  new LogyardError('invalid', 'system-job-name-unknown', `There is no system job named ${name}.`)
const tooManyJobs = (kind: JobKind) =>
  new LogyardError(
    'denied',
    'system-jobs-too-many',
    `Concurrency level of this job reached: at most ${kind.maxRunning} of ${kind.name} may run at a time.`,
  )
const notCancelable = (id: string) =>
  new LogyardError('denied', 'system-job-not-cancelable', `System job with ID <${id}> cannot be cancelled`)

export function createSystemJobs({ clock, ids, log, nodeId, messages }: SystemJobsDeps): SystemJobs {
  const jobs = new Map<string, Job>()

  const find = (id: string): Job => {
    const job = jobs.get(id)
    if (job === undefined) throw jobUnknown(id)
    return job
  }

  async function execute(job: Job): Promise<void> {
    const { kind, delayMs = 0 } = job.run
    const { signal } = job.ending
    try {
      if (delayMs > 0) await clock.sleep(delayMs, signal)
      job.startedAt = clock.now()
      const startMs = clock.monotonicMs()
      await job.run.run(signal, (share) => {
        job.share = Math.min(Math.max(share, 0), 1)
      })
      const tookMs = Math.round(clock.monotonicMs() - startMs)
      await messages.write('SystemJobManager', `SystemJob <${job.id}> [${kind.name}] finished in ${tookMs}ms.`)
    } catch (error) {
      if (signal.aborted) log.info({ jobId: job.id, kind: kind.name }, 'system job cancelled')
      else log.error({ jobId: job.id, kind: kind.name, err: error }, 'system job failed')
    } finally {
      jobs.delete(job.id)
    }
  }

  const describe = ({ id, run, startedAt, share }: Job): SystemJob => ({
    id,
    description: run.kind.description,
    name: run.kind.name,
    info: run.info,
    node_id: nodeId,
    started_at: startedAt?.toISOString() ?? null,
    percent_complete: Math.floor(share * 100),
    is_cancelable: run.kind.isCancelable,
    provides_progress: run.kind.providesProgress,
  })

  function start(run: JobRun): string {
    const running = [...jobs.values()].filter((job) => job.run.kind.name === run.kind.name).length
    if (running >= run.kind.maxRunning) throw tooManyJobs(run.kind)
    const ending = new AbortController()
    const job: Job = { id: ids.next(), run, ending, startedAt: undefined, share: 0, done: Promise.resolve() }
    jobs.set(job.id, job)
    job.done = execute(job)
    return job.id
  }

  return {
    start,
    list: () => [...jobs.values()].map(describe),
    get: (id) => describe(find(id)),
    cancel(id) {
      const job = find(id)
      if (!job.run.kind.isCancelable) throw notCancelable(id)
      job.ending.abort()
      return describe(job)
    },
    async [Symbol.asyncDispose]() {
      const running = [...jobs.values()]
      for (const job of running) job.ending.abort()
      await Promise.all(running.map((job) => job.done))
    },
  }
}
