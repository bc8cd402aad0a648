/**
 * Executions of searches, in the memory of the node whose tag their ids have. Each is dropped five minutes after it was last polled, or when there are too many. A
 * search that is not polled is cancelled.
 */
import type { QueryProgress, SearchError } from '@logyard/contract/search/search-jobs'
import type { NodeTags } from '../../cluster/node-tags.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Progress } from '../progress/progress.ts'
import { costAnswer, progressAnswer } from '../progress/progress-answer.ts'
import type { ProgressPoll } from '../progress/progress-poll.ts'
import { searchCancelled } from '../search-errors.ts'
import type { AnswerBudget, AnswerMemory } from '../statements/answer-memory.ts'
import { exactJson } from '../statements/exact-json.ts'
import { type JsonChunks, jsonObjectOf } from '../statements/json-chunks.ts'
import type { QueryAnswer, RunningQuery } from './execute-query.ts'

const jobNotFound = (id: string) =>
  new LogyardError('not-found', 'search-job-unknown', `Search job ${id} does not exist`)

/** The job's facilities for the queries of a search. */
export interface JobFacts {
  readonly signal: AbortSignal
  readonly budget: AnswerBudget
  readonly progress: Pick<Progress, 'part'>
}

export type SearchJobs = ReturnType<typeof createSearchJobs>

export interface Job {
  readonly id: string
  /** Resolves when all queries have ended or were cancelled. */
  readonly done: Promise<void>
  /** The failures so far. */
  readonly errors: readonly SearchError[]
  /** The `SearchJob` as JSON with the exact digits of integers. */
  answer(options?: { readonly partial?: boolean }): JsonChunks
  cancel(): void
}

export interface SearchJobLimits {
  /** Beyond that the user's oldest job is dropped. */
  readonly jobsOfUser: number
  /** Beyond that the oldest job of the user with the most jobs is dropped. */
  readonly jobsOfAll: number
}

export const JOB_LIMITS: SearchJobLimits = { jobsOfUser: 100, jobsOfAll: 2000 }
const LIFE_MS = 5 * 60_000
const PURGE_EVERY_MS = 10_000

interface OwnedJob extends Job {
  readonly ownerId: string
  readonly budget: AnswerBudget
  lastAccessMs: number
}

export function createSearchJobs(deps: {
  readonly clock: Clock
  readonly nodeTags: Pick<NodeTags, 'nextId'>
  readonly memory: AnswerMemory
  readonly progressPoll: ProgressPoll
  /** Called with the time of each job that was not stopped, and that of its statements together. */
  readonly onEnd?: (took: { readonly ms: number; readonly statementsMs: number }) => void
  readonly limits?: Partial<SearchJobLimits>
}) {
  const { clock, nodeTags, memory, progressPoll, onEnd } = deps
  const limits = { ...JOB_LIMITS, ...deps.limits }
  /** Jobs in LRU order, the most recent last. */
  const jobs = new Map<string, OwnedJob>()

  function touch(job: OwnedJob): void {
    job.lastAccessMs = clock.monotonicMs()
    job.budget.touch()
    jobs.delete(job.id)
    jobs.set(job.id, job)
  }

  function drop(job: OwnedJob): void {
    jobs.delete(job.id)
    job.cancel()
    job.budget[Symbol.dispose]()
  }

  function purge(): void {
    const expiredMs = clock.monotonicMs() - LIFE_MS
    for (const job of [...jobs.values()]) if (job.lastAccessMs < expiredMs) drop(job)
  }

  function makeRoomFor(job: OwnedJob): void {
    const byOwner = Map.groupBy(jobs.values(), ({ ownerId }) => ownerId)
    const own = byOwner.get(job.ownerId) ?? []
    const [most = own] = [...byOwner.values()].toSorted((a, b) => b.length - a.length)
    const overfull = own.length > limits.jobsOfUser ? own : jobs.size > limits.jobsOfAll ? most : []
    const [oldest] = overfull
    if (oldest !== undefined) drop(oldest)
  }

  const timer = clock.every(PURGE_EVERY_MS, purge)
  return {
    start(caller: Caller, searchId: string, run: (facts: JobFacts) => ReadonlyMap<string, RunningQuery>) {
      const budget = memory.open(caller.userId)
      const job = createJob({
        id: nodeTags.nextId(),
        caller,
        searchId,
        run,
        budget,
        progress: progressPoll.open(),
        clock,
        onEnd,
      })
      touch(job)
      makeRoomFor(job)
      job.done.then(
        () => budget.allowEviction(() => drop(job)),
        () => undefined,
      )
      return job
    },
    /** Throws unless the job belongs to the caller. */
    get(caller: Caller, id: string) {
      const job = jobs.get(id)
      const isExpired = job === undefined || job.lastAccessMs < clock.monotonicMs() - LIFE_MS
      if (isExpired || job.ownerId !== caller.userId) throw jobNotFound(id)
      touch(job)
      return job
    },
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      const running = [...jobs.values()]
      for (const job of running) drop(job)
      await Promise.all(running.map(({ done }) => done))
    },
  }
}

interface JobParts {
  readonly id: string
  readonly caller: Caller
  readonly searchId: string
  readonly run: (facts: JobFacts) => ReadonlyMap<string, RunningQuery>
  readonly budget: AnswerBudget
  readonly progress: ReturnType<ProgressPoll['open']>
  readonly clock: Clock
  readonly onEnd: Parameters<typeof createSearchJobs>[0]['onEnd']
}

function createJob({ id, caller, searchId, run, budget, progress, clock, onEnd }: JobParts): OwnedJob {
  const stopping = new AbortController()
  const results = new Map<string, JsonChunks>()
  const errors: SearchError[] = []
  let isDone = false
  let isCancelled = false
  const startMs = clock.monotonicMs()
  let endMs: number | undefined
  const tookMs = () => (endMs ?? clock.monotonicMs()) - startMs
  // Finished queries are removed, so that their rows can be freed.
  const running = new Map(run({ signal: stopping.signal, budget, progress }))

  const finished = (queryId: string, answer: QueryAnswer) => {
    running.delete(queryId)
    results.set(queryId, answer.json)
    errors.push(...answer.errors)
  }
  const waits = [...running].map(([queryId, { result }]) => result.then((answer) => finished(queryId, answer)))
  const done = Promise.all(waits).then(() => {
    isDone = true
    endMs = clock.monotonicMs()
    if (!isCancelled) onEnd?.({ ms: tookMs(), statementsMs: progress.cost().ms })
    progress[Symbol.dispose]()
    budget.releaseRows()
  })

  const progressOfQueries = (): Record<string, QueryProgress> =>
    Object.fromEntries([...running].map(([queryId, query]) => [queryId, query.progress()]))

  return {
    id,
    ownerId: caller.userId,
    budget,
    done,
    errors,
    lastAccessMs: 0,
    cancel() {
      if (isDone || isCancelled) return
      isCancelled = true
      stopping.abort(searchCancelled())
    },
    answer({ partial = false } = {}) {
      const figures = isDone ? undefined : progressAnswer(progress.figures(), caller)
      const execution = {
        done: isDone,
        cancelled: isCancelled,
        completed_exceptionally: errors.length > 0,
        ...(figures === undefined ? {} : { progress: figures }),
        cost: costAnswer(progress.cost(), tookMs(), caller.holds('streams:read:*')),
      }
      const facts = {
        execution,
        id,
        owner: caller.username,
        search_id: searchId,
        ...(errors.length === 0 ? {} : { errors }),
        ...(isDone ? {} : { progress: progressOfQueries() }),
      }
      const soFar = [...running].map(([queryId, query]): [string, JsonChunks] => [queryId, query.partial()])
      return [
        Buffer.from(`${exactJson.stringify(facts).slice(0, -1)},"results":`),
        ...jsonObjectOf(results),
        ...(partial && !isDone ? [Buffer.from(',"partial_results":'), ...jsonObjectOf(soFar)] : []),
        Buffer.from('}'),
      ]
    },
  }
}
