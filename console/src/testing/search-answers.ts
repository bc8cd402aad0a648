/** A server that stores and executes searches, for tests of the search page. */
import {
  cancelSearchJob,
  type ExecutionState,
  executeSearch,
  getSearchJob,
  type QueryResult,
  type SearchJob,
  type WorkProgress,
} from '@logyard/contract/search/search-jobs'
import { priceSearch, type SearchPriceAnswer } from '@logyard/contract/search/search-price'
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import type { SearchType } from '@logyard/contract/search/search-types'
import {
  createSearch,
  describeSearch,
  getSearch,
  type SearchDraft,
  type SearchQuery,
} from '@logyard/contract/search/searches'
import { getStreamColumns } from '@logyard/contract/streams/stream-columns'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import type { ContractServer } from './contract-server.ts'

const range = { type: 'absolute', from: '2026-03-01T08:55:00.000Z', to: '2026-03-01T09:00:00.000Z' } as const

function resultOf(type: SearchType, total: number): SearchTypeResult {
  const { id } = type
  const name = type.name === null || type.name === undefined ? {} : { name: type.name }
  switch (type.type) {
    case 'messages':
      return { id, ...name, type: 'messages', messages: [], total_results: total, effective_timerange: range }
    case 'pivot':
      return { id, ...name, type: 'pivot', total, effective_timerange: range }
    default:
      return { id, name: null, type: 'events', events: [] }
  }
}

function resultsOf(query: SearchQuery, total: number, missing: readonly number[]): QueryResult {
  return {
    query,
    execution_stats: {
      duration: 32,
      timestamp: '2026-03-01T09:00:00.000Z',
      effective_timerange: range,
      ...(missing.length > 0 && { missing_shards: [...missing] }),
    },
    search_types: Object.fromEntries((query.search_types ?? []).map((type) => [type.id, resultOf(type, total)])),
    errors: [],
    state: 'COMPLETED',
  }
}

/** Result of a cancelled job: message lists have their newest messages, aggregations nothing, and all an error. */
function partOf(result: QueryResult): QueryResult {
  const types = Object.entries(result.search_types)
  return {
    ...result,
    search_types: Object.fromEntries(types.filter(([, { type }]) => type === 'messages')),
    errors: types.map(([id]) => ({
      type: 'search_type',
      description: 'The search was cancelled before it was done.',
      code: 'search-cancelled',
      query_id: result.query.id,
      search_type_id: id,
    })),
  }
}

/** What a test can inspect and change. */
export interface SearchEngine {
  /** The number of messages that every execution finds. */
  total: number
  /** How often the status must be polled before a job is done. */
  polls: number
  /** Progress of running jobs. */
  progress: WorkProgress | undefined
  /** Shards that results lack. */
  missing: readonly number[]
  /** The price of every search, without suggestions unless they are asked for. */
  price: SearchPriceAnswer
  readonly executions: readonly { readonly searchId: string; readonly state: ExecutionState }[]
  readonly stored: ReadonlyMap<string, SearchDraft>
  readonly cancelled: readonly string[]
  /** Ends all jobs. */
  finish(): void
  /** Deletes a search, as the server does if no view refers to it. */
  forget(searchId: string): void
}

export function withSearches(server: ContractServer): SearchEngine {
  const stored = new Map<string, SearchDraft>()
  const jobs = new Map<string, { search: SearchDraft; left: number; total: number }>()
  const executions: { searchId: string; state: ExecutionState }[] = []
  const cancelled: string[] = []
  const forget = (searchId: string) => void stored.delete(searchId)
  const engine: SearchEngine = {
    total: 123_456,
    polls: 0,
    progress: undefined,
    missing: [],
    price: { cheaper: [] },
    executions,
    stored,
    cancelled,
    finish() {
      for (const job of jobs.values()) job.left = 0
    },
    forget,
  }

  function jobAnswer(id: string): SearchJob {
    const job = jobs.get(id)
    if (job === undefined) throw new Error(`there is no job ${id}`)
    const done = job.left === 0
    const isCancelled = cancelled.includes(id)
    const results = (job.search.queries ?? []).map((query) => {
      const all = resultsOf(query, job.total, engine.missing)
      return [query.id, isCancelled ? partOf(all) : all]
    })
    return {
      id,
      search_id: job.search.id ?? '',
      owner: 'ada',
      execution: {
        done,
        cancelled: isCancelled,
        completed_exceptionally: false,
        cost: { rows: 0, bytes: 0, milliseconds: 1 },
        ...(done || engine.progress === undefined ? {} : { progress: engine.progress }),
      },
      results: done ? Object.fromEntries(results) : {},
    }
  }

  server
    .outcome(createSearch, ({ body }) => {
      const draft = body as SearchDraft
      stored.set(draft.id ?? '', draft)
      return {
        status: 201,
        body: { ...draft, requires: {}, owner: 'ada', created_at: '2026-03-01T09:00:00.000Z' },
      }
    })
    .outcome(getSearch, ({ path }) => {
      const draft = stored.get(path.split('/').at(-1) ?? '')
      if (draft === undefined) return { status: 404, body: { type: 'ApiError', message: 'no such search' } }
      const facts = { requires: {}, owner: 'ada', created_at: '2026-03-01T09:00:00.000Z' }
      return { status: 200, body: { ...draft, ...facts } }
    })
    .outcome(describeSearch, ({ body }) => {
      const { queries } = body as SearchDraft
      const used = (query: SearchQuery) => [...parameterNames([query.query.query_string])]
      const metadata = (queries ?? []).map((query) => [
        query.id,
        { used_parameters_names: used(query), referenced_queries: [] },
      ])
      return { status: 200, body: { query_metadata: Object.fromEntries(metadata), declared_parameters: {} } }
    })
    .outcome(getSearchJob, ({ path }) => {
      const id = path.split('/').at(-1) ?? ''
      const job = jobs.get(id)
      if (job !== undefined && job.left > 0) job.left -= 1
      return { status: 200, body: jobAnswer(id) }
    })
    .outcome(cancelSearchJob, ({ path }) => {
      const id = path.split('/').at(-1) ?? ''
      cancelled.push(id)
      const job = jobs.get(id)
      if (job !== undefined) job.left = 0
      return { status: 204, body: null }
    })
    .on(getStreamColumns, { columns: [] })
    .outcome(priceSearch, ({ body }) => {
      const { price } = engine
      return { status: 200, body: Object(body).suggest === true ? price : { ...price, cheaper: [] } }
    })
    .outcome(executeSearch, ({ path, body }) => {
      const searchId = path.split('/').at(-2) ?? ''
      const search = stored.get(searchId)
      if (search === undefined) return { status: 404, body: { type: 'ApiError', message: 'no such search' } }
      const id = `job-${jobs.size + 1}`
      jobs.set(id, { search, left: engine.polls, total: engine.total })
      executions.push({ searchId, state: (body ?? {}) as ExecutionState })
      return { status: 201, body: jobAnswer(id) }
    })
  return engine
}
