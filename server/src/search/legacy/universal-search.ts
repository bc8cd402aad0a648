/** The legacy search in one request: validates and limits the request, and runs it as a list of messages. */
import { FIELD, METADATA_FIELDS } from '@logyard/contract/messages/message-fields'
import type { StoredDecorator } from '@logyard/contract/search/decorators'
import type { MessageDocument, MessageHit, MessageListResult } from '@logyard/contract/search/search-results'
import type { MessageList, MessageSort } from '@logyard/contract/search/search-types'
import type { SearchesConfig } from '@logyard/contract/search/searches-config'
import type { SearchResponse } from '@logyard/contract/search/universal-search'
import type { IndexRange } from '@logyard/contract/store/index-ranges'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { ClusterConfigDocument } from '../../cluster-config/config-registry.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { NamedStreams, StreamAccess } from '../../streams/stream-access.ts'
import { before, parsePeriod } from '../config/period.ts'
import type { Decorators } from '../decorators/decorator-service.ts'
import type { ResolvedRange } from '../ranges/resolve-range.ts'
import { effectiveRange } from '../scope/effective-range.ts'
import { compileScope, type MessageScope, messagesIn } from '../scope/message-scope.ts'
import type { SearchedIndices } from '../scope/searched-indices.ts'
import type { SearchTypeContext, SearchTypeRunner } from '../search-type.ts'
import { parseOrExplain } from './detailed-query-error.ts'
import { streamsOfFilter } from './universal-filter.ts'

export interface LegacyParameters {
  readonly query: string
  readonly filter?: string
  readonly limit?: number
  readonly offset?: number
  readonly fields?: string
  readonly sort?: string
  readonly decorate?: boolean
}

export interface LegacyRequest {
  /** `relative`, `absolute` or `keyword`; part of the permission to search all messages. */
  readonly kind: string
  readonly parameters: LegacyParameters
  readonly range: ResolvedRange
  readonly nowMs: number
}

/** The caller's share of the engine, until the client disconnects. */
type RequestContext = Pick<SearchTypeContext, 'engine' | 'signal'>

export type UniversalSearch = ReturnType<typeof createUniversalSearch>

export interface UniversalSearchDeps {
  readonly access: Pick<StreamAccess, 'require' | 'outsideIndices'>
  readonly messages: SearchTypeRunner<MessageList, MessageListResult>
  readonly fields: { schema(): Promise<FieldSchema> }
  readonly indices: SearchedIndices
  readonly decorators: Pick<Decorators, 'of'>
  readonly configs: ClusterConfigDocument<SearchesConfig>
  readonly allowLeadingWildcard: boolean
  readonly clock: Clock
}

const DEFAULT_LIMIT = 150

const offsetRefused = () =>
  new LogyardError('failed', 'table-offset-refused', 'A table has all messages: an offset cannot be used with it')
const fieldsMissing = () => {
  const missing = { message: 'may not be empty', message_template: '{required}', path: 'fields', invalid_value: null }
  return new LogyardError('invalid', 'table-fields-missing', 'A table needs fields', { body: [missing] })
}

export function createUniversalSearch(deps: UniversalSearchDeps) {
  return {
    find: (caller: Caller, search: LegacyRequest, request: RequestContext) =>
      findMessages(deps, caller, search, request),
    /** The same search as an export. */
    async select(caller: Caller, search: LegacyRequest) {
      const { parameters } = search
      const prepared = await prepare(deps, caller, search)
      const fields = fieldList(parameters.fields)
      if (fields === undefined) throw fieldsMissing()
      if ((parameters.offset ?? 0) > 0) throw offsetRefused()
      const limit = parameters.limit ?? 0
      return {
        from: messagesIn(prepared.scope, prepared.schema, prepared.nowMs),
        schema: prepared.schema,
        fields,
        limit: limit > 0 ? limit : undefined,
        isOneLine: true,
        isDefused: false,
        decorators: [],
        caller,
      }
    },
  }
}

async function findMessages(
  deps: UniversalSearchDeps,
  caller: Caller,
  search: LegacyRequest,
  request: RequestContext,
): Promise<SearchResponse> {
  const { messages, indices, decorators, clock } = deps
  const startMs = clock.monotonicMs()
  const { parameters } = search
  const prepared = await prepare(deps, caller, search)
  const { range, streamIds } = prepared
  const applied = (parameters.decorate ?? true) ? await decorators.of(streamIds) : []
  const page = pageOf(parameters)
  const list: MessageList = { id: 'universal', type: 'messages', ...page, decorators: [...applied] }
  const found = await messages.run(list, { ...contextOf(prepared, request), caller })
  const hits = withFields(found.messages, parameters.fields)
  const { from, to } = effectiveRange(range)
  return {
    query: parameters.query,
    built_query: JSON.stringify({ query: parameters.query, streams: streamIds, from, to, ...page }),
    used_indices: [...(await usedIndices(indices, prepared.scope))],
    messages: [...hits],
    fields: fieldsOf(hits),
    time: Math.round(clock.monotonicMs() - startMs),
    total_results: found.total_results,
    from,
    to,
    decoration_stats: decorationOf(hits, applied),
  }
}

interface Prepared {
  readonly streamIds: readonly string[]
  readonly streams: NamedStreams
  readonly queryText: QueryNode
  readonly range: ResolvedRange
  readonly scope: MessageScope
  readonly schema: FieldSchema
  readonly nowMs: number
}

async function prepare(
  deps: UniversalSearchDeps,
  caller: Caller,
  { kind, parameters, range: requested, nowMs }: LegacyRequest,
): Promise<Prepared> {
  const { access, indices } = deps
  const permission = `searches:${kind}`
  const streamIds = streamsOfFilter(caller, parameters.filter, permission)
  const streams = access.require(caller, streamIds)
  const queryText = parseOrExplain(parameters.query, deps.allowLeadingWildcard)
  const range = await limitedRange(deps.configs, requested)
  const [outsideIndices, schema] = await Promise.all([indices.ofEvents(), deps.fields.schema()])
  const scope: MessageScope = {
    streams: streamIds.length > 0 ? streams : access.outsideIndices(caller, permission, outsideIndices),
    range,
    conditions: [queryText],
  }
  return { streamIds, streams, queryText, range, scope, schema, nowMs }
}

/** Limits the range to the maximum length in the settings. */
async function limitedRange(configs: UniversalSearchDeps['configs'], range: ResolvedRange): Promise<ResolvedRange> {
  const limit = parsePeriod((await configs.read()).query_time_range_limit)
  if (limit === undefined || limit.blank) return range
  const earliestMs = before(range.toMs, limit)
  return earliestMs > range.fromMs ? { ...range, fromMs: earliestMs, isAllMessages: false } : range
}

async function usedIndices(
  indices: Pick<SearchedIndices, 'within'>,
  { range, streams }: MessageScope,
): Promise<readonly IndexRange[]> {
  const { choice } = streams
  const excluded = 'outsideIndices' in choice ? choice.outsideIndices : []
  return (await indices.within(range)).filter(({ index_name }) => !excluded.includes(index_name))
}

function contextOf(
  { queryText, range, scope, schema, nowMs, streams }: Prepared,
  { engine, signal }: RequestContext,
): SearchTypeContext {
  return {
    scope,
    range,
    isAllMessages: range.isAllMessages,
    queryText,
    schema,
    engine,
    signal,
    nowMs,
    streams,
    from: compileScope(scope, schema, nowMs),
    covered: () => undefined,
  }
}

function pageOf({ limit = 0, offset = 0, sort }: LegacyParameters) {
  return { limit: limit > 0 ? limit : DEFAULT_LIMIT, offset: Math.max(offset, 0), sort: sortOf(sort) }
}

/** An invalid order is ignored. */
function sortOf(sort: string | undefined): MessageSort[] | null {
  const [, field, order] = /^([^:]+):(asc|desc)$/i.exec(sort ?? '') ?? []
  if (field === undefined) return null
  return [{ field, order: order?.toLowerCase() === 'asc' ? 'ASC' : 'DESC' }]
}

/** The requested fields after the timestamp; `undefined` if no fields are requested. */
function fieldList(fields: string | undefined): readonly string[] | undefined {
  const names = (fields ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length === 0 ? undefined : [...new Set(['timestamp', ...names])]
}

function withFields(hits: readonly MessageHit[], fields: string | undefined): readonly MessageHit[] {
  const names = fieldList(fields)
  if (names === undefined) return hits
  return hits.map((hit) => ({ ...hit, message: pick(hit.message, ['_id', ...names]) }))
}

function pick(message: MessageDocument, names: readonly string[]): MessageDocument {
  const selected = names.filter((name) => Object.hasOwn(message, name)).map((name) => [name, message[name]])
  return Object.fromEntries(selected)
}

/** Not listed among the fields of messages. */
const UNLISTED_FIELDS: ReadonlySet<string> = new Set([FIELD.streams, FIELD.fullMessage, ...METADATA_FIELDS])

function fieldsOf(hits: readonly MessageHit[]): string[] {
  const names = new Set(hits.flatMap(({ message }) => Object.keys(message)))
  return [...names].filter((name) => !UNLISTED_FIELDS.has(name) && !name.startsWith('_'))
}

/** Summed over all messages; null if no decorator was applied. */
function decorationOf(
  hits: readonly MessageHit[],
  applied: readonly StoredDecorator[],
): SearchResponse['decoration_stats'] {
  const stats = hits.flatMap(({ decoration_stats }) => decoration_stats ?? [])
  if (stats.length === 0 && (applied.length === 0 || hits.length > 0)) return null
  const namesOf = (part: 'added_fields' | 'changed_fields' | 'removed_fields') => [
    ...new Set(stats.flatMap((one) => Object.keys(one[part]))),
  ]
  return {
    added_fields: namesOf('added_fields'),
    changed_fields: namesOf('changed_fields'),
    removed_fields: namesOf('removed_fields'),
  }
}
