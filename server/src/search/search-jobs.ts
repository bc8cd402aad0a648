/**
 * Executions of searches, in memory: each until five minutes after it was last asked for, and no more than there is
 * room for. Whoever does not come back any more has his search stopped.
 */
import type { QueryProgress, QueryResult, SearchError } from '@logyard/contract/search-jobs'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import { exactJson } from './exact-json.ts'
import type { RunningQuery } from './execute-query.ts'
import { searchCancelled } from './search-errors.ts'

const jobNotFound = (id: string) =>
  new LogyardError('not-found', 'search-job-unknown', `Search job ${id} does not exist`)

export interface SearchJobs extends AsyncDisposable {
  /** Starts the queries of a search. */
  start(caller: Caller, searchId: string, run: (signal: AbortSignal) => ReadonlyMap<string, RunningQuery>): Job
  /** One's own; throws for any other. */
  get(caller: Caller, id: string): Job
}

export interface Job {
  readonly id: string
  /** Resolves once everything is through, or stopped. */
  readonly done: Promise<void>
  /** The `SearchJob` as a JSON text, in which whole numbers have all their digits. */
  answer(options?: { readonly partial?: boolean }): string
  cancel(): void
}

const MAX_JOBS = 1000
/** Results are kept as texts; old ones go when all of them take more characters than this. */
const MAX_CHARACTERS = 256 * 1024 * 1024
const LIFE_MS = 5 * 60_000
const PURGE_EVERY_MS = 10_000

interface KeptJob extends Job {
  readonly ownerId: string
  lastAccessMs: number
  characters(): number
}

export function createSearchJobs({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): SearchJobs {
  /** The one that was asked for last comes last. */
  const jobs = new Map<string, KeptJob>()

  function touch(job: KeptJob): void {
    job.lastAccessMs = clock.monotonicMs()
    jobs.delete(job.id)
    jobs.set(job.id, job)
  }

  function drop(job: KeptJob): void {
    jobs.delete(job.id)
    job.cancel()
  }

  function purge(): void {
    const expiredMs = clock.monotonicMs() - LIFE_MS
    for (const job of [...jobs.values()]) if (job.lastAccessMs < expiredMs) drop(job)
  }

  function makeRoom(): void {
    let characters = [...jobs.values()].reduce((sum, job) => sum + job.characters(), 0)
    for (const job of [...jobs.values()].slice(0, -1)) {
      if (jobs.size <= MAX_JOBS && characters <= MAX_CHARACTERS) return
      characters -= job.characters()
      drop(job)
    }
  }

  const timer = clock.every(PURGE_EVERY_MS, purge)
  return {
    start(caller, searchId, run) {
      const job = createJob({ id: ids.next(), caller, searchId, run, onResult: makeRoom })
      touch(job)
      makeRoom()
      return job
    },
    get(caller, id) {
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
  readonly run: (signal: AbortSignal) => ReadonlyMap<string, RunningQuery>
  readonly onResult: () => void
}

function createJob({ id, caller, searchId, run, onResult }: JobParts): KeptJob {
  const stopping = new AbortController()
  /** JSON texts by query id. */
  const results = new Map<string, string>()
  const errors: SearchError[] = []
  let isDone = false
  let isCancelled = false
  const queries = run(stopping.signal)

  const finished = (queryId: string, result: QueryResult) => {
    results.set(queryId, exactJson.stringify(result))
    errors.push(...result.errors)
    onResult()
  }
  const waits = [...queries].map(([queryId, { result }]) => result.then((value) => finished(queryId, value)))
  const done = Promise.all(waits).then(() => {
    isDone = true
  })

  const running = () => [...queries].filter(([queryId]) => !results.has(queryId))
  const partialResults = () =>
    exactJson.stringify(Object.fromEntries(running().map(([queryId, query]) => [queryId, query.partial()])))
  const progress = (): Record<string, QueryProgress> =>
    Object.fromEntries(running().map(([queryId, query]) => [queryId, query.progress()]))

  return {
    id,
    ownerId: caller.userId,
    done,
    lastAccessMs: 0,
    characters: () => [...results.values()].reduce((sum, text) => sum + text.length, 0),
    cancel() {
      if (isDone || isCancelled) return
      isCancelled = true
      stopping.abort(searchCancelled())
    },
    answer({ partial = false } = {}) {
      const execution = { done: isDone, cancelled: isCancelled, completed_exceptionally: errors.length > 0 }
      const facts = {
        execution,
        id,
        owner: caller.username,
        search_id: searchId,
        ...(errors.length === 0 ? {} : { errors }),
        ...(isDone ? {} : { progress: progress() }),
      }
      const texts = [...results].map(([queryId, text]) => `${JSON.stringify(queryId)}:${text}`)
      const extra = partial && !isDone ? `,"partial_results":${partialResults()}` : ''
      return `${JSON.stringify(facts).slice(0, -1)},"results":{${texts.join(',')}}${extra}}`
    },
  }
}
