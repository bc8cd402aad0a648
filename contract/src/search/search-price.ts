/** What a search will read, before it is executed, and what would make it cheaper. */
import { type Static, Type } from 'typebox'
import { ApiError, nullable, refusedBody } from '../http/envelope.ts'
import { inArea, LARGE_BODY_BYTES, READS_ONLY, signedIn } from '../http/operation.ts'
import { ExecutionState } from './search-jobs.ts'
import { MissingCapabilities, refusedSearch, SearchDraft } from './searches.ts'
import { TimeRange } from './time-ranges.ts'

const closed = { additionalProperties: false } as const

export const SearchPrice = Type.Object(
  {
    rows: nullable(Type.Integer({ minimum: 0, description: 'Null unless the caller may read all streams' })),
    bytes: nullable(
      Type.Integer({
        minimum: 0,
        description: 'Of columns, not compressed; null unless the caller may read all streams',
      }),
    ),
    seconds: Type.Number({
      minimum: 0,
      description: 'Alone on this installation; in coarse steps unless the caller may read all streams',
    }),
  },
  { title: 'SearchPrice', description: 'An estimate of what the engine has to read' },
)
export type SearchPrice = Static<typeof SearchPrice>

export const CheaperSearch = Type.Object(
  {
    kind: Type.Union([
      Type.Literal('shorter-range'),
      Type.Literal('field', { description: 'A word is searched in one field' }),
      Type.Literal('no-leading-wildcard'),
      Type.Literal('stream', { description: 'A stream, where the query names none' }),
    ]),
    query_id: Type.String(),
    query_string: Type.Optional(Type.String({ description: 'In place of that of the query' })),
    timerange: Type.Optional(TimeRange),
    streams: Type.Optional(Type.Array(Type.String())),
    price: SearchPrice,
  },
  { title: 'CheaperSearch' },
)
export type CheaperSearch = Static<typeof CheaperSearch>

export const SearchPriceRequest = Type.Object(
  {
    search: SearchDraft,
    execution_state: Type.Optional(nullable(ExecutionState)),
    suggest: Type.Optional(Type.Boolean({ description: 'Also look for cheaper searches, which takes longer' })),
  },
  { title: 'SearchPriceRequest', ...closed },
)
export type SearchPriceRequest = Static<typeof SearchPriceRequest>

export const SearchPriceAnswer = Type.Object(
  {
    price: Type.Optional(SearchPrice),
    cheaper: Type.Array(CheaperSearch, { description: 'Changes of one query that read half as much or less' }),
  },
  { title: 'SearchPriceAnswer', description: 'Without a price if a part of the search cannot be estimated' },
)
export type SearchPriceAnswer = Static<typeof SearchPriceAnswer>

const { post } = inArea('search')

export const priceSearch = post('/logyard/search/price', {
  id: 'logyard.search.price',
  summary: 'Estimate what a search would read, without executing it',
  access: signedIn,
  audit: READS_ONLY,
  body: SearchPriceRequest,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 200: SearchPriceAnswer, 400: refusedBody, 403: refusedSearch, 409: MissingCapabilities, 429: ApiError },
})
