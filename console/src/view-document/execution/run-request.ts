/** What the runner is asked to execute, and what it reports. */
import type { ExecutionState, QueryResult, WorkProgress } from '@logyard/contract/search/search-jobs'
import type { PlannedQuery } from './planned-query.ts'

/** A search of one query, as it is stored on the server. */
export interface StoredSearch extends PlannedQuery {
  readonly id: string
  /** Its execution, if that was started before. */
  readonly jobId?: string
}

export interface PrepareOptions {
  readonly extendSession: boolean
  /** The server no longer has the search of the previous attempt. */
  readonly isRetry: boolean
}

/** One job: the search behind it and the widgets that get their results from it. */
export interface RunRequest {
  readonly queryId: string
  readonly state: ExecutionState
  /** A fingerprint of what each widget requests, by widget id: equal fingerprints give equal results. */
  readonly requested: ReadonlyMap<string, string>
  /** Replaces every other run and all older results, not only those of the same widgets. */
  readonly replacesAll: boolean
  /** Shows finished charts while the rest of the job is still running. */
  readonly showsPartial: boolean
  /** Stores the search. `undefined` if it must not be executed. */
  readonly prepare: (options: PrepareOptions) => Promise<StoredSearch | undefined>
}

/** An executed search and its result. */
interface Execution {
  readonly search: StoredSearch
  readonly state: ExecutionState
  readonly result: QueryResult
  readonly isCancelled: boolean
}

/** The latest result of one widget. */
export interface WidgetOutcome {
  readonly requested: string
  readonly searchId: string
  readonly state: ExecutionState
  readonly searchTypeIds: readonly string[]
  /** Shared with the other widgets of the same job. */
  readonly query: QueryResult
}

export interface RunnerState {
  /** Outcomes by widget id. */
  readonly outcomes: ReadonlyMap<string, WidgetOutcome>
  /** The widgets that wait for a newer result. */
  readonly loading: ReadonlySet<string>
  /** Whether a search is running; loading another page of messages does not count. */
  readonly isRunning: boolean
  /** When the latest search was started, in milliseconds since the epoch. */
  readonly startedAt: number | undefined
  /** The latest search goes on after its page is left. */
  readonly isKept: boolean
  /** Progress of the latest search, while it is running and once it takes long. */
  readonly progress: WorkProgress | undefined
  /** The latest search that finished. */
  readonly latest: Execution | undefined
  /** Why the latest run failed. */
  readonly error: Error | undefined
  /** Number of finished searches. */
  readonly finished: number
}

export const idleRunner: RunnerState = {
  outcomes: new Map(),
  loading: new Set(),
  isRunning: false,
  startedAt: undefined,
  isKept: false,
  progress: undefined,
  latest: undefined,
  error: undefined,
  finished: 0,
}
