/** A search in one call: a query and a time range in, messages out. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, BeanValidationErrors, IsoInstant, nullable } from '../http/envelope.ts'
import { operation, ownerDecides, Raw } from '../http/operation.ts'
import { IndexRange } from '../store/index-ranges.ts'
import { MissingShards } from './search-jobs.ts'
import { MessageHit } from './search-results.ts'

export const SearchResponse = Type.Object(
  {
    query: Type.String({ description: 'As sent' }),
    built_query: Type.String({ description: 'The query sent to the store, for information' }),
    used_indices: Type.Array(IndexRange),
    messages: Type.Array(MessageHit),
    fields: Type.Array(Type.String(), { description: 'Fields of the messages in this response' }),
    time: Type.Integer({ description: 'Milliseconds' }),
    total_results: Type.Integer({ description: 'Exact' }),
    missing_shards: MissingShards,
    from: IsoInstant,
    to: IsoInstant,
    decoration_stats: nullable(
      Type.Object({
        added_fields: Type.Array(Type.String()),
        changed_fields: Type.Array(Type.String()),
        removed_fields: Type.Array(Type.String()),
      }),
    ),
  },
  { title: 'SearchResponse' },
)
export type SearchResponse = Static<typeof SearchResponse>

/** A query that cannot be parsed, and the position of the error. */
export const DetailedError = Type.Object(
  {
    type: Type.Literal('DetailedError'),
    message: Type.String(),
    details: Type.Array(Type.String()),
    line: Type.Optional(nullable(Type.Integer({ description: 'From 1' }))),
    column: Type.Optional(nullable(Type.Integer({ description: 'From 1, in UTF-16 units' }))),
  },
  { title: 'DetailedError' },
)
export type DetailedError = Static<typeof DetailedError>

const asked = {
  query: Type.String({ minLength: 1, description: 'Blank or * for everything' }),
  filter: Type.Optional(Type.String({ description: '`streams:<id>`, several with commas; * for everything' })),
  limit: Type.Optional(int({ description: '150 by default; no limit for CSV' })),
  offset: Type.Optional(int()),
  fields: Type.Optional(Type.String({ description: 'With commas; required for a table' })),
  batch_size: Type.Optional(int({ description: 'Changes nothing' })),
}
const ofDocuments = {
  sort: Type.Optional(Type.String({ description: '`field:asc` or `field:desc`; newest first otherwise' })),
  decorate: Type.Optional(Type.Boolean({ description: 'true by default' })),
}
const relative = {
  range: Type.Optional(int({ minimum: 0, description: 'Seconds up to now; 0, or none, for all messages' })),
}
const absolute = {
  from: Type.String({ minLength: 1, description: '`2014-01-23 15:34:49`, or ISO 8601 with milliseconds and zone' }),
  to: Type.String({ minLength: 1 }),
}
const keyword = { keyword: Type.String({ minLength: 1, description: '`last 5 minutes`' }) }

const refused = { 400: Type.Union([ApiError, BeanValidationErrors, DetailedError]), 403: ApiError, 500: ApiError }
const search = {
  area: 'search',
  method: 'GET',
  summary: 'Search; responds with CSV to clients that accept nothing else',
  produces: ['application/json', 'text/csv'],
  answers: { 200: SearchResponse, ...refused },
} as const
const download = {
  area: 'search',
  method: 'GET',
  summary: 'Download the messages of a search as CSV',
  produces: ['text/csv', 'application/octet-stream'],
  headRefused: true,
  answers: { 200: Raw, ...refused },
} as const
const mayRelative = ownerDecides('searches:relative or streams:read:<id>')
const mayAbsolute = ownerDecides('searches:absolute or streams:read:<id>')
const mayKeyword = ownerDecides('searches:keyword or streams:read:<id>')

export const searchRelative = operation({
  ...search,
  id: 'universal_search.relative',
  path: '/search/universal/relative',
  access: mayRelative,
  query: Type.Object({ ...relative, ...asked, ...ofDocuments }),
})

export const downloadRelative = operation({
  ...download,
  id: 'universal_search.relative_export',
  path: '/search/universal/relative/export',
  access: mayRelative,
  query: Type.Object({ ...relative, ...asked }),
})

export const searchAbsolute = operation({
  ...search,
  id: 'universal_search.absolute',
  path: '/search/universal/absolute',
  access: mayAbsolute,
  query: Type.Object({ ...absolute, ...asked, ...ofDocuments }),
})

export const downloadAbsolute = operation({
  ...download,
  id: 'universal_search.absolute_export',
  path: '/search/universal/absolute/export',
  access: mayAbsolute,
  query: Type.Object({ ...absolute, ...asked }),
})

export const searchKeyword = operation({
  ...search,
  id: 'universal_search.keyword',
  path: '/search/universal/keyword',
  access: mayKeyword,
  query: Type.Object({ ...keyword, ...asked, ...ofDocuments }),
})

export const downloadKeyword = operation({
  ...download,
  id: 'universal_search.keyword_export',
  path: '/search/universal/keyword/export',
  access: mayKeyword,
  query: Type.Object({ ...keyword, ...asked }),
})
