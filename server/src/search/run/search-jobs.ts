/**
 * Executions of searches, in the memory of the node whose tag their ids have. Each is dropped five minutes after it was last
 * polled, or when there are too many. A search that is not polled is cancelled, unless it is in the background: then it goes
 * on, and its results are kept for an hour.
 */
import type { RunningSearch } from '@logyard/contract/search/running-searches'
import type { NodeTags } from '../../cluster/node-tags.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { costAnswer, progressAnswer } from '../progress/progress-answer.ts'
import type { ProgressPoll } from '../progress/progress-poll.ts'
import type { AnswerMemory } from '../statements/answer-memory.ts'
import type { RunningQuery } from './execute-query.ts'
import { createJob, type JobFacts, type JobQueries, type OnJobEnd, type OwnedJob } from './search-job.ts'

const jobNotFound = (id: string) =>
  new LogyardError('not-found', 'search-job-unknown', `Search job ${id} does not exist`)

const backgroundExhausted = (count: number) =>
  new LogyardError(
    'overloaded',
    'background-searches-exhausted',
    `You have ${count} searches running in the background, the maximum for one user: stop one, or wait until one has ended.`,
    { retryAfterSeconds: 60 },
  )

export type SearchJobs = ReturnType<typeof createSearchJobs>

export interface SearchJobLimits {
  /** Beyond that the user's oldest job is dropped. */
  readonly jobsOfUser: number
  /** Beyond that the oldest job of the user with the most jobs is dropped. */
  readonly jobsOfAll: number
  /** Jobs of one user in the background: for a further one the oldest that has ended is dropped, or it is refused. */
  readonly backgroundOfUser: number
}

export const JOB_LIMITS: SearchJobLimits = { jobsOfUser: 100, jobsOfAll: 2000, backgroundOfUser: 10 }
const LIFE_MS = 5 * 60_000
/** How long a search may run in the background, and how long it is kept after its end. */
const BACKGROUND_MS = 60 * 60_000
const PURGE_EVERY_MS = 10_000

interface JobsDeps {
  readonly clock: Clock
  readonly nodeId: string
  readonly nodeTags: Pick<NodeTags, 'nextId'>
  readonly memory: AnswerMemory
  readonly progressPoll: ProgressPoll
  readonly onEnd?: OnJobEnd
}

interface Jobs extends JobsDeps {
  readonly limits: SearchJobLimits
  /** Jobs in LRU order, the most recent last. */
  readonly jobs: Map<string, OwnedJob>
}

export function createSearchJobs(deps: JobsDeps & { readonly limits?: Partial<SearchJobLimits> }) {
  const jobs = new Map<string, OwnedJob>()
  const all: Jobs = { ...deps, limits: { ...JOB_LIMITS, ...deps.limits }, jobs }
  const timer = deps.clock.every(PURGE_EVERY_MS, () => purge(all))
  return {
    start: (caller: Caller, about: JobAbout, run: RunJob) => start(all, caller, about, run),
    /** Throws unless the job belongs to the caller. */
    get(caller: Caller, id: string) {
      const job = find(all, caller, id)
      touch(all, job)
      return job
    },
    /** From now on it goes on without being polled. Throws unless it belongs to the caller. */
    keepInBackground(caller: Caller, id: string): void {
      const job = find(all, caller, id)
      if (!job.isInBackground) makeBackgroundRoom(all, caller.userId)
      job.isInBackground = true
      touch(all, job)
    },
    /** Those that run and those in the background, the newest first. */
    list: (caller: Caller, { ofAll }: { readonly ofAll: boolean }): readonly RunningSearch[] =>
      [...jobs.values()]
        .filter((job) => (ofAll || job.ownerId === caller.userId) && !isExpired(all, job))
        .filter((job) => job.isInBackground || isRunning(job))
        .toSorted((one, other) => other.startMs - one.startMs)
        .map((job) => listed(all, caller, job)),
    /** Throws unless it belongs to the caller, or the caller is an administrator. */
    stop(caller: Caller, id: string): void {
      const job = jobs.get(id)
      if (job === undefined || !(job.ownerId === caller.userId || caller.holds('*'))) throw jobNotFound(id)
      job.cancel()
    },
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      const running = [...jobs.values()]
      for (const job of running) drop(all, job)
      await Promise.all(running.map(({ done }) => done))
    },
  }
}

interface JobAbout {
  readonly searchId: string
  readonly queries: JobQueries
}

type RunJob = (facts: JobFacts) => ReadonlyMap<string, RunningQuery>

function start(all: Jobs, caller: Caller, about: JobAbout, run: RunJob): OwnedJob {
  const { clock, nodeTags, memory, progressPoll, onEnd } = all
  const budget = memory.open(caller.userId)
  const progress = progressPoll.open()
  const job = createJob({ id: nodeTags.nextId(), caller, ...about, run, budget, progress, clock, onEnd })
  touch(all, job)
  makeRoomFor(all, job)
  job.done.then(
    () => {
      // It is kept from its end on.
      if (job.isInBackground && all.jobs.has(job.id)) touch(all, job)
      budget.allowEviction(() => drop(all, job))
    },
    () => undefined,
  )
  return job
}

function touch({ jobs, clock }: Jobs, job: OwnedJob): void {
  job.lastAccessMs = clock.monotonicMs()
  job.budget.touch()
  jobs.delete(job.id)
  jobs.set(job.id, job)
}

function drop({ jobs }: Jobs, job: OwnedJob): void {
  jobs.delete(job.id)
  job.cancel()
  job.budget[Symbol.dispose]()
}

const isRunning = (job: OwnedJob): boolean => job.state().state === 'running'

function isExpired({ clock }: Jobs, job: OwnedJob): boolean {
  if (job.isInBackground && isRunning(job)) return false
  return clock.monotonicMs() - job.lastAccessMs > (job.isInBackground ? BACKGROUND_MS : LIFE_MS)
}

function purge(all: Jobs): void {
  for (const job of [...all.jobs.values()]) {
    if (isExpired(all, job)) drop(all, job)
    else if (job.isInBackground && all.clock.monotonicMs() - job.startMs > BACKGROUND_MS) job.cancel()
  }
}

function makeRoomFor(all: Jobs, job: OwnedJob): void {
  const { jobs, limits } = all
  const byOwner = Map.groupBy(jobs.values(), ({ ownerId }) => ownerId)
  const own = byOwner.get(job.ownerId) ?? []
  const [most = own] = [...byOwner.values()].toSorted((a, b) => b.length - a.length)
  const overfull = own.length > limits.jobsOfUser ? own : jobs.size > limits.jobsOfAll ? most : []
  const oldest = overfull.find(({ isInBackground }) => !isInBackground) ?? overfull[0]
  if (oldest !== undefined) drop(all, oldest)
}

function makeBackgroundRoom(all: Jobs, ownerId: string): void {
  const own = [...all.jobs.values()].filter((job) => job.ownerId === ownerId && job.isInBackground)
  if (own.length < all.limits.backgroundOfUser) return
  const ended = own.find((job) => !isRunning(job))
  if (ended === undefined) throw backgroundExhausted(own.length)
  drop(all, ended)
}

function find(all: Jobs, caller: Caller, id: string): OwnedJob {
  const job = all.jobs.get(id)
  if (job === undefined || isExpired(all, job) || job.ownerId !== caller.userId) throw jobNotFound(id)
  return job
}

function listed({ clock, nodeId }: Jobs, caller: Caller, job: OwnedJob): RunningSearch {
  const { tookMs, ...read } = job.cost()
  const progress = isRunning(job) ? progressAnswer(job.figures(), caller) : undefined
  const leftMs = job.lastAccessMs + BACKGROUND_MS - clock.monotonicMs()
  const isKept = job.isInBackground && !isRunning(job)
  return {
    ...job.state(),
    kind: 'search',
    tag: null,
    node_id: nodeId,
    is_in_background: job.isInBackground,
    cost: costAnswer(read, tookMs, caller.holds('streams:read:*')),
    ...(progress === undefined ? {} : { progress }),
    kept_until: isKept ? new Date(clock.now().getTime() + leftMs).toISOString() : null,
  }
}
