import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import { createSearch } from '@logyard/contract/search/searches'
import type { Call } from '../../../../api/api-client.ts'
import { executeJob } from '../../../../view-document/execution/search-job.ts'
import { randomIds } from '../../../../view-document/model/random-ids.ts'

export interface PreviewedSelection {
  readonly query: string
  readonly parameters: NonNullable<AggregationConfig['query_parameters']>
  readonly streams: readonly string[]
  readonly withinMs: number
}

export type FoundMessages = Extract<SearchTypeResult, { type: 'messages' }>

type PreviewResult =
  | { readonly found: FoundMessages }
  /** Problem in words of the server. */
  | { readonly problem: string }

const SHOWN = 10
const QUERY_ID = 'preview'
const MESSAGES_ID = 'messages'

/** Stores a search with a new id and executes it. A newer preview aborts it. */
export async function runPreview(
  call: Call,
  selection: PreviewedSelection,
  signal: AbortSignal,
): Promise<PreviewResult> {
  const { query, parameters, streams, withinMs } = selection
  const filters = streams.map((id) => ({ type: 'stream' as const, id }))
  const search = await call(createSearch, {
    body: {
      id: randomIds.objectId(),
      queries: [
        {
          id: QUERY_ID,
          query: { type: 'elasticsearch', query_string: query.trim() === '' ? '*' : query },
          timerange: { type: 'relative', range: Math.max(1, Math.ceil(withinMs / 1000)) },
          filter: filters.length === 0 ? null : { type: 'or', filters },
          search_types: [{ id: MESSAGES_ID, type: 'messages', limit: SHOWN, offset: 0 }],
        },
      ],
      parameters,
    },
    signal,
    extendSession: false,
  })
  const job = await executeJob(call, search.id, {}, { signal, onProgress: () => undefined, extendSession: false })
  const result = job.results[QUERY_ID]
  const problem = job.errors?.[0] ?? result?.errors[0]
  if (problem !== undefined) return { problem: problem.description }
  const found = result?.search_types[MESSAGES_ID]
  return found?.type === 'messages' ? { found } : { problem: '' }
}
