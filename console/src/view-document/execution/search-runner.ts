/**
 * The executions of a page with widgets: stores the search, asks which parameters it uses, runs it and keeps what came
 * out. Only the newest execution counts; until it has an answer, the result before it stays. Knows nothing of widgets.
 */
import type { ExecutionState, SearchJob } from '@logyard/contract/search/search-jobs'
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import type { Parameter } from '@logyard/contract/search/searches'
import { createSearch, describeSearch, type SearchMetadata, type SearchQuery } from '@logyard/contract/search/searches'
import type { Call } from '../../api/api-client.ts'
import { executeJob, stopJob } from './search-job.ts'
import { createStore } from './store.ts'

/** A search to run, and of which widget its search types are. */
export interface PlannedSearch {
  readonly id: string
  readonly queries: readonly SearchQuery[]
  readonly parameters: readonly Parameter[]
  /** The ids of a widget's search types, by its id. */
  readonly widgetMapping: Readonly<Record<string, readonly string[]>>
}

interface Outcome {
  readonly search: PlannedSearch
  readonly state: ExecutionState
  /** Not done yet while it runs: it has the queries that are finished so far. */
  readonly job: SearchJob
}

export interface RunnerState {
  readonly isRunning: boolean
  /** When the running execution was started, in milliseconds since the epoch. */
  readonly startedAt: number | undefined
  /** The job that runs, as the server told of it last. */
  readonly running: SearchJob | undefined
  /** What is shown: the newest execution that had anything to show. */
  readonly outcome: Outcome | undefined
  readonly metadata: SearchMetadata | undefined
  /** Why the last execution came to nothing. */
  readonly error: Error | undefined
  /** How many executions came to an end; message tables return to their first page with it. */
  readonly finished: number
  /** Search types whose other page is on its way. */
  readonly paging: readonly string[]
}

export interface RunOptions {
  /** By the clock, not by hand: the session is not extended by it. */
  readonly isAutomatic?: boolean
  /** Asked once it is known which parameters are used: `false` leaves the search at that. */
  readonly mayExecute: (metadata: SearchMetadata) => boolean
}

export function createSearchRunner({ call, now }: { readonly call: Call; readonly now: () => number }) {
  const store = createStore<RunnerState>({
    isRunning: false,
    startedAt: undefined,
    running: undefined,
    outcome: undefined,
    metadata: undefined,
    error: undefined,
    finished: 0,
    paging: [],
  })
  const become = (changes: Partial<RunnerState>) => store.set({ ...store.get(), ...changes })
  let current = new AbortController()
  let pages = new AbortController()

  function supersede(): AbortSignal {
    current.abort()
    pages.abort()
    pages = new AbortController()
    current = new AbortController()
    return current.signal
  }

  async function run(search: PlannedSearch, state: ExecutionState, options: RunOptions): Promise<void> {
    const signal = supersede()
    become({ isRunning: true, startedAt: now(), running: undefined, error: undefined, paging: [] })
    const extendSession = options.isAutomatic !== true
    const session = extendSession ? {} : { extendSession: false as const }
    const body = { id: search.id, queries: [...search.queries], parameters: [...search.parameters] }
    try {
      const [, metadata] = await Promise.all([
        call(createSearch, { body, ...session }),
        call(describeSearch, { body, ...session }),
      ])
      signal.throwIfAborted()
      become({ metadata })
      if (!options.mayExecute(metadata)) {
        become({ isRunning: false, startedAt: undefined })
        return
      }
      const onProgress = (job: SearchJob) => {
        become({ running: job })
        // Something to look at before the end, once there is anything.
        if (Object.keys(job.results).length > 0) become({ outcome: { search, state, job } })
      }
      const job = await executeJob(call, search.id, state, { signal, onProgress, extendSession })
      become({
        isRunning: false,
        startedAt: undefined,
        running: undefined,
        outcome: { search, state, job },
        finished: store.get().finished + 1,
      })
    } catch (error) {
      if (signal.aborted) return
      become({ isRunning: false, startedAt: undefined, running: undefined, error: asError(error) })
    }
  }

  /** Other messages of one message list, from the same instant on; nothing else is asked again. */
  async function loadPage(searchTypeId: string, limit: number, offset: number): Promise<void> {
    const { outcome } = store.get()
    if (outcome === undefined) return
    const [queryId, old] = findResult(outcome.job, searchTypeId)
    if (queryId === undefined || old?.type !== 'messages') return
    const { signal } = pages
    become({ paging: [...store.get().paging, searchTypeId], error: undefined })
    const { global_override: override, ...rest } = outcome.state
    const state: ExecutionState = {
      ...rest,
      global_override: {
        ...(override?.query === undefined ? {} : { query: override.query }),
        timerange: old.effective_timerange,
        keep_search_types: [searchTypeId],
        search_types: { [searchTypeId]: { limit, offset } },
      },
    }
    try {
      const onProgress = () => undefined
      const job = await executeJob(call, outcome.search.id, state, { signal, onProgress, extendSession: true })
      const shown = store.get().outcome
      if (shown?.search === outcome.search)
        become({ outcome: { ...shown, job: withPage(shown.job, job, searchTypeId) } })
    } catch (error) {
      if (!signal.aborted) become({ error: asError(error) })
    } finally {
      if (!signal.aborted) become({ paging: store.get().paging.filter((id) => id !== searchTypeId) })
    }
  }

  return {
    state: store.get,
    subscribe: store.subscribe,
    run,
    loadPage,
    /** Ends the running execution; what it has found so far is shown. */
    stop() {
      const { isRunning, running } = store.get()
      if (running !== undefined) stopJob(call, running.id)
      else if (isRunning) {
        current.abort()
        become({ isRunning: false, startedAt: undefined })
      }
    },
    /** Ends the running execution without waiting for it. */
    giveUp() {
      supersede()
      become({ isRunning: false, startedAt: undefined, running: undefined, paging: [] })
    },
  }
}
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

function findResult(
  job: SearchJob,
  searchTypeId: string,
): readonly [queryId: string | undefined, result: SearchTypeResult | undefined] {
  for (const [queryId, { search_types }] of Object.entries(job.results)) {
    const result = search_types[searchTypeId]
    if (result !== undefined) return [queryId, result]
  }
  return [undefined, undefined]
}

/** The job with one result and its errors in place of what was there. */
function withPage(old: SearchJob, page: SearchJob, searchTypeId: string): SearchJob {
  const results = Object.entries(old.results).map(([queryId, query]) => {
    const fresh = page.results[queryId]
    if (fresh === undefined || query.search_types[searchTypeId] === undefined) return [queryId, query] as const
    const result = fresh.search_types[searchTypeId]
    const search_types = result === undefined ? query.search_types : { ...query.search_types, [searchTypeId]: result }
    const errors = [...query.errors.filter((error) => error.search_type_id !== searchTypeId), ...fresh.errors]
    return [queryId, { ...query, search_types, errors }] as const
  })
  return { ...old, results: Object.fromEntries(results) }
}
