/** One execution of a search. */
import type { RunningSearch } from '@logyard/contract/search/running-searches'
import type { QueryProgress, SearchError } from '@logyard/contract/search/search-jobs'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Progress, ProgressFigures, ReadFigures } from '../progress/progress.ts'
import { costAnswer, progressAnswer } from '../progress/progress-answer.ts'
import type { ProgressPoll } from '../progress/progress-poll.ts'
import { searchCancelled } from '../search-errors.ts'
import type { AnswerBudget } from '../statements/answer-memory.ts'
import { exactJson } from '../statements/exact-json.ts'
import { type JsonChunks, jsonObjectOf } from '../statements/json-chunks.ts'
import type { QueryAnswer, RunningQuery } from './execute-query.ts'

/** The job's facilities for the queries of a search. */
export interface JobFacts {
  readonly signal: AbortSignal
  readonly budget: AnswerBudget
  readonly progress: Pick<Progress, 'part'>
}

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

/** What an execution searches, as lists show it. */
export type JobQueries = RunningSearch['queries']

/** What a list of searches says of a job that does not change or depend on the reader. */
type JobState = Pick<RunningSearch, 'job_id' | 'search_id' | 'owner' | 'started_at' | 'state' | 'queries'>

export interface OwnedJob extends Job {
  readonly ownerId: string
  readonly budget: AnswerBudget
  readonly startMs: number
  isInBackground: boolean
  lastAccessMs: number
  state(): JobState
  cost(): ReadFigures & { readonly tookMs: number }
  figures(): ProgressFigures | undefined
}

/** Called with the time of a job that was not stopped, and that of its statements together. */
export type OnJobEnd = (took: { readonly ms: number; readonly statementsMs: number }) => void

interface JobParts {
  readonly id: string
  readonly caller: Caller
  readonly searchId: string
  readonly queries: JobQueries
  readonly run: (facts: JobFacts) => ReadonlyMap<string, RunningQuery>
  readonly budget: AnswerBudget
  readonly progress: ReturnType<ProgressPoll['open']>
  readonly clock: Clock
  readonly onEnd: OnJobEnd | undefined
}

export function createJob({ id, caller, searchId, queries, run, budget, progress, clock, onEnd }: JobParts): OwnedJob {
  const stopping = new AbortController()
  const results = new Map<string, JsonChunks>()
  const errors: SearchError[] = []
  let isDone = false
  let isCancelled = false
  const startMs = clock.monotonicMs()
  const started_at = clock.now().toISOString()
  const listed = { job_id: id, search_id: searchId, owner: caller.username, started_at, queries }
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
    isInBackground: false,
    startMs,
    cost: () => ({ ...progress.cost(), tookMs: tookMs() }),
    figures: progress.figures,
    state: () => ({ ...listed, state: isDone ? (isCancelled ? 'stopped' : 'done') : 'running' }),
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
