/** Selects the messages to export: by a selection of their own, by a stored search, or by one of its lists. */
import type { Decorator } from '@logyard/contract/search/decorators'
import type { MessagesRequest, ResultFormat } from '@logyard/contract/search/message-export'
import type { ExecutionState, QueryOverride } from '@logyard/contract/search/search-jobs'
import type { SearchQuery } from '@logyard/contract/search/searches'
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { MessageSelections } from '../insights/message-selections.ts'
import { messagesIn } from '../scope/message-scope.ts'
import type { Searches } from '../search-service.ts'
import type { ExportSelection } from './export-sql.ts'

export type MessageExport = ExportSelection & {
  readonly decorators: readonly Decorator[]
  /** Each user has a limited number of concurrent exports. */
  readonly caller: Caller
}

export type MessageExports = ReturnType<typeof createMessageExports>

const exportRefused = (message: string) => new LogyardError('failed', 'export-refused', message)
const exportQueryRefused = (message: string) => new LogyardError('invalid', 'export-query-refused', message)

const DEFAULT_FIELDS: readonly string[] = ['timestamp', 'source', 'message']
const DEFAULT_SECONDS = 300
const CHUNK_SIZE = 1000

/** Replaces the search types when a whole search is exported. */
const WHOLE = { id: 'export', type: 'messages' } as const

export function createMessageExports({
  searches,
  selections,
}: {
  readonly searches: Pick<Searches, 'plan'>
  readonly selections: MessageSelections
}) {
  async function ofStored(
    caller: Caller,
    searchId: string,
    format: ResultFormat,
    searchTypeId: string,
    change: (query: SearchQuery) => SearchQuery,
  ): Promise<MessageExport> {
    const state = withAllSearchTypes(format.execution_state ?? {})
    const planned = await searches.plan(caller, searchId, state, (queries) => queries.map(change))
    for (const query of planned.queries) {
      if ('failure' in query) throw exportQueryRefused(query.failure.description)
      const failed = query.errors.find(({ search_type_id }) => search_type_id === searchTypeId)
      if (failed !== undefined) throw exportQueryRefused(failed.description)
      const found = query.searchTypes.find(({ searchType }) => searchType.id === searchTypeId)
      if (found === undefined) continue
      const { searchType, scope } = found
      return {
        from: messagesIn(scope, planned.schema, planned.nowMs),
        schema: planned.schema,
        ...shape(format, CHUNK_SIZE),
        decorators: searchType.type === 'messages' ? (searchType.decorators ?? []) : [],
        caller,
      }
    }
    throw exportRefused(`Search ${searchId} has no search type ${searchTypeId}`)
  }

  return {
    async select(caller: Caller, request: MessagesRequest) {
      const { query_string, streams, timerange, chunk_size } = request
      const selected = await selections.select(caller, {
        query: typeof query_string === 'string' ? query_string : (query_string?.query_string ?? ''),
        timerange: timerange ?? { type: 'relative', range: DEFAULT_SECONDS },
        streams: streams ?? [],
      })
      return {
        from: selected.from(),
        schema: selected.schema,
        ...shape(request, chunk_size ?? CHUNK_SIZE),
        decorators: [],
        caller,
      }
    },
    ofSearch: (caller: Caller, searchId: string, format: ResultFormat) => {
      let queries = 0
      return ofStored(caller, searchId, format, WHOLE.id, (query) => {
        if (++queries > 1) {
          throw exportRefused(`Can't get messages for search with id ${searchId}, because it contains multiple queries`)
        }
        return { ...query, search_types: [WHOLE] }
      })
    },
    ofSearchType: (caller: Caller, searchId: string, searchTypeId: string, format: ResultFormat) =>
      ofStored(caller, searchId, format, searchTypeId, (query) => {
        const other = (query.search_types ?? []).find(({ id, type }) => id === searchTypeId && type !== 'messages')
        if (other !== undefined) throw exportRefused(`export is not supported for search type ${other.type}`)
        return query
      }),
  }
}

/** The limit is rounded up to whole chunks, so the export may have more messages than requested. */
const shape = ({ fields_in_order, limit, defuse_formulas }: ResultFormat, chunkSize: number) => ({
  fields: fields_in_order ?? DEFAULT_FIELDS,
  limit: typeof limit === 'number' ? Math.ceil(limit / chunkSize) * chunkSize : undefined,
  isOneLine: false,
  isDefused: defuse_formulas === true,
})

/** A state that limits the search types to execute does not limit the export. */
function withAllSearchTypes(state: ExecutionState): ExecutionState {
  const all = (override: QueryOverride): QueryOverride => ({ ...override, keep_search_types: null })
  const queries = Object.entries(state.queries ?? {}).map(([id, override]) => [id, override && all(override)])
  return {
    ...state,
    ...(state.global_override ? { global_override: all(state.global_override) } : {}),
    queries: Object.fromEntries(queries),
  }
}
