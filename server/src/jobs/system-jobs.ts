/**
 * Long tasks that an operation or the server starts, and that are listed and cancelled here. They are documents of the
 * settings store: after a restart, or the death of a node, what is not done yet goes on. A finished job leaves a system
 * message.
 */
import type { SystemJob } from '@logyard/contract/jobs/system-jobs'
import type { Static, TSchema } from 'typebox'
import type { SystemMessages } from '../notices/system-messages.ts'
import { type Clock, isAhead } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { LEASE_MS } from '../platform/scheduler/leases.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'
import { type JobKind, type JobWork, type RegisteredKind, registeredKind } from './job-kind.ts'
import { createSystemJobRunner, type SystemJobRunner } from './system-job-runner.ts'
import { type StoredSystemJob, systemJobCollection, workKey } from './system-job-store.ts'

export interface SystemJobs extends AsyncDisposable {
  /** Before `open`. */
  register<S extends TSchema>(kind: JobKind<S>, work: JobWork<S>): JobStarter<Static<S>>
  /** Goes on with the jobs that a restart interrupted. */
  open(): Promise<void>
  /** Jobs that wait or run, on any node, oldest first. */
  list(): Promise<readonly SystemJob[]>
  get(id: string): Promise<SystemJob>
  /** Asks the job to end. It is listed until it has ended. */
  cancel(id: string): Promise<SystemJob>
}

export interface JobStarter<Parameters> {
  /**
   * Does nothing while the same work waits or runs, or was given up a short time ago. Throws while too many jobs of
   * the kind wait and run. The job begins after the delay, which is at most the time of a lease.
   */
  start(parameters: Parameters, delayMs?: number): Promise<void>
  /** Write for the commit of the change that needs the work. The job begins after it. */
  starting(parameters: Parameters): Write
}

/** Time for which the work of a job that was given up is not begun again. */
export const GIVEN_UP_MS = 600_000

export const jobUnknown = (id: string) =>
  new LogyardError('not-found', 'system-job-unknown', `No system job with ID <${id}> found`)
/** No job can be started by a name: areas start their jobs themselves. */
export const jobNameUnknown = (name: string) =>
  new LogyardError('invalid', 'system-job-name-unknown', `There is no system job named ${name}.`)
const tooManyJobs = (kind: Pick<JobKind, 'name' | 'maxRunning'>) =>
  new LogyardError(
    'denied',
    'system-jobs-too-many',
    `Concurrency level of this job reached: at most ${kind.maxRunning} of ${kind.name} may run at a time.`,
  )
const notCancelable = (id: string) =>
  new LogyardError('denied', 'system-job-not-cancelable', `System job with ID <${id}> cannot be cancelled`)

export function createSystemJobs(deps: {
  readonly settings: SettingsStore
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
  readonly messages: Pick<SystemMessages, 'writing'>
  /** Time after which another node runs the jobs of a node that died. */
  readonly leaseMs?: number
}): SystemJobs {
  const { settings, scheduler, clock, ids, log, leaseMs = LEASE_MS } = deps
  const documents = settings.collection(systemJobCollection)
  const kinds = new Map<string, RegisteredKind>()
  const runner = createSystemJobRunner({ ...deps, documents, kinds })
  const delays = new Map<string, number>()
  const turns = settings.turns('starts of system jobs')
  const parts = new AsyncDisposableStack()
  parts.use(runner)
  // A commit that starts a job wakes its run by itself.
  parts.use(
    settings.onChange(systemJobCollection.name, ({ ids: changed }) => {
      for (const id of changed) runner.changed(id, delays.get(id))
    }),
  )

  const describe = describing(kinds, runner)

  async function find(id: string): Promise<SystemJob> {
    const stored = await documents.find(id)
    const job = stored && describe(stored)
    if (job === undefined) throw jobUnknown(id)
    return job
  }

  /** Finds the jobs of dead nodes too, and forgets those that were given up. */
  async function look(): Promise<void> {
    for (const { id, given_up_at } of await documents.list()) {
      if (given_up_at === null) runner.pickUp(id)
      else if (isOver(Date.parse(given_up_at), clock.now().getTime())) await documents.delete(id)
    }
  }

  async function start(kind: JobKind, job: StoredSystemJob, delayMs: number): Promise<void> {
    if ((await documents.findBy('work', workKey(job.kind, job.parameters))) !== undefined) return
    if ((await documents.countBy('open', kind.name)) >= kind.maxRunning) throw tooManyJobs(kind)
    delays.set(job.id, delayMs)
    try {
      await unlessTaken(documents.insert(job))
    } finally {
      delays.delete(job.id)
    }
  }

  return {
    register(kind, work) {
      if (kinds.has(kind.name)) throw new TypeError(`two kinds of system jobs are named ${kind.name}`)
      kinds.set(kind.name, registeredKind(kind, work))
      const fresh = (parameters: unknown): StoredSystemJob => ({
        id: ids.next(),
        kind: kind.name,
        parameters,
        started_at: null,
        share: 0,
        tries: 0,
        is_cancelled: false,
        given_up_at: null,
        ...runner.leases.own(),
      })
      return {
        start: (parameters, delayMs = 0) => turns(() => start(kind, fresh(parameters), delayMs)),
        starting: (parameters) => documents.inserting(fresh(parameters)),
      }
    },
    async open() {
      const foreign = (await documents.list()).filter(({ kind, parameters }) => !kinds.get(kind)?.bind(parameters))
      if (foreign.length > 0) log.warn({ jobs: foreign }, 'system jobs of another version of this program wait for it')
      await look()
      parts.use(scheduler.add({ name: 'system-jobs', everyMs: leaseMs / 3, scope: 'node', run: look }))
    },
    list: async () => (await documents.list()).flatMap((job) => describe(job) ?? []),
    get: find,
    async cancel(id) {
      if (!(await find(id)).is_cancelable) throw notCancelable(id)
      await documents.update(id, (job) => ({ ...job, is_cancelled: true }))
      const job = await find(id)
      runner.cancelled(id)
      return job
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

const isOver = (givenUpMs: number, nowMs: number) => nowMs - givenUpMs >= GIVEN_UP_MS || isAhead(givenUpMs, nowMs)

/** `undefined` for a job that was given up, or that this program does not know. */
const describing =
  (kinds: ReadonlyMap<string, RegisteredKind>, runner: Pick<SystemJobRunner, 'progressOf'>) =>
  (job: StoredSystemJob): SystemJob | undefined => {
    const bound = job.given_up_at === null ? kinds.get(job.kind)?.bind(job.parameters) : undefined
    if (bound === undefined) return undefined
    const progress = runner.progressOf(job.id)
    return {
      id: job.id,
      description: bound.description,
      name: job.kind,
      info: progress?.info ?? bound.info,
      node_id: job.holder,
      started_at: job.started_at,
      percent_complete: Math.floor(Math.max(job.share, progress?.share ?? 0) * 100),
      is_cancelable: bound.kind.isCancelable,
      provides_progress: bound.kind.providesProgress,
    }
  }
