/** Exports messages as files: CSV tables, or JSON documents. */
import { type Static, Type } from 'typebox'
import { int, MAX_LIST, MAX_STREAMS } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable, refusedBody } from '../http/envelope.ts'
import { inArea, NoBody, publicAccess, Raw, RUNS_SEARCH, signedIn } from '../http/operation.ts'
import { ExecutionState, MissingShards, WorkProgress } from './search-jobs.ts'
import { BackendQuery } from './search-types.ts'
import { refusedSearch } from './searches.ts'
import { TimeRange } from './time-ranges.ts'

const closed = { additionalProperties: false } as const

const fields = Type.Optional(
  nullable(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_LIST,
      description: 'timestamp, source and message when it is missing',
    }),
  ),
)
const limit = Type.Optional(nullable(int({ minimum: 1, description: 'Rounded up to whole chunks of messages' })))
const defuse_formulas = Type.Optional(
  nullable(
    Type.Boolean({
      description: 'Logyard only: put a quote before cells that a spreadsheet would calculate. Off by default',
    }),
  ),
)

export const MessagesRequest = Type.Object(
  {
    timerange: Type.Optional(nullable(TimeRange)),
    query_string: Type.Optional(nullable(Type.Union([BackendQuery, Type.String()]))),
    streams: Type.Optional(
      nullable(
        Type.Array(Type.String(), { maxItems: MAX_STREAMS, description: 'All readable ones when it is missing' }),
      ),
    ),
    fields_in_order: fields,
    chunk_size: Type.Optional(nullable(int({ minimum: 1, description: '1000 by default' }))),
    limit,
    defuse_formulas,
  },
  { title: 'MessagesRequest', description: 'Defaults to the last five minutes', ...closed },
)
export type MessagesRequest = Static<typeof MessagesRequest>

export const ResultFormat = Type.Object(
  { fields_in_order: fields, limit, defuse_formulas, execution_state: Type.Optional(nullable(ExecutionState)) },
  { title: 'ResultFormat', ...closed },
)
export type ResultFormat = Static<typeof ResultFormat>

/** CSV, unless the client accepts only JSON or lines of JSON. */
const produces = ['text/csv', 'application/json', 'application/x-ndjson'] as const
const { get, post, del } = inArea('search')

export const exportMessages = post('/views/search/messages', {
  id: 'views_search.export',
  summary: 'Export messages, newest first',
  access: signedIn,
  audit: 'message:export',
  isOutside: true,
  body: MessagesRequest,
  bodyOptional: true,
  produces,
  answers: { 200: Raw, 400: refusedBody, 403: refusedSearch },
})

export const exportSearch = post('/views/search/messages/{searchId}', {
  id: 'views_search.export_search',
  summary: 'Export the messages of a stored search that has one query',
  access: signedIn,
  audit: 'message:export',
  isOutside: true,
  body: ResultFormat,
  bodyOptional: true,
  produces,
  answers: { 200: Raw, 400: refusedBody, 403: refusedSearch, 404: ApiError, 500: ApiError },
})

export const exportSearchType = post('/views/search/messages/{searchId}/{searchTypeId}', {
  id: 'views_search.export_search_type',
  summary: 'Export a list of messages of a stored search, with its decorators',
  access: signedIn,
  audit: 'message:export',
  isOutside: true,
  body: ResultFormat,
  bodyOptional: true,
  produces,
  answers: { 200: Raw, 400: refusedBody, 403: refusedSearch, 404: ApiError, 500: ApiError },
})

export const DownloadRequest = Type.Object(
  {
    search_id: Type.String({ minLength: 1 }),
    search_type_id: Type.Optional(nullable(Type.String({ description: 'The whole search when it is missing' }))),
    format: Type.Enum(['csv', 'json', 'ndjson'], { description: 'A table, one list, or a document a line' }),
    file_name: Type.String({ minLength: 1, maxLength: 200, description: 'Under which a browser keeps it' }),
    ...ResultFormat.properties,
  },
  { title: 'DownloadRequest', ...closed },
)

export const Download = Type.Object(
  {
    ticket: Type.String({ description: 'Valid for one download, without credentials' }),
    expires_at: IsoInstant,
  },
  { title: 'Download' },
)

export const prepareDownload = post('/logyard/search/downloads', {
  id: 'logyard.search.prepareDownload',
  summary: 'A link that a browser can save an export from, once and within a minute',
  access: signedIn,
  audit: 'message:export',
  isOutside: true,
  body: DownloadRequest,
  answers: { 201: Download, 400: refusedBody, 403: refusedSearch, 404: ApiError, 500: ApiError },
})

/** Public, because a browser sends no Authorization header when it saves a link: the ticket identifies the caller. */
export const readDownload = get('/logyard/search/downloads/{ticket}', {
  id: 'logyard.search.readDownload',
  summary: 'Download the messages of a prepared ticket as a file',
  access: publicAccess,
  headRefused: true,
  produces,
  answers: { 200: Raw, 400: refusedBody, 404: ApiError },
})

export const DownloadStatus = Type.Object(
  {
    state: Type.Enum(['prepared', 'running', 'done', 'stopped', 'failed'], {
      description: 'prepared: the link is unused. failed: also if the client disconnected',
    }),
    progress: nullable(WorkProgress),
    missing_shards: MissingShards,
  },
  { title: 'DownloadStatus' },
)
export type DownloadStatus = Static<typeof DownloadStatus>

export const getDownload = get('/logyard/search/downloads/{ticket}/status', {
  id: 'logyard.search.getDownload',
  summary: 'How far one of your downloads is, until a minute after its end',
  access: signedIn,
  answers: { 200: DownloadStatus, 404: ApiError },
})

export const stopDownload = del('/logyard/search/downloads/{ticket}', {
  id: 'logyard.search.stopDownload',
  summary: 'Stop one of your downloads, or make its link invalid',
  access: signedIn,
  audit: RUNS_SEARCH,
  answers: { 204: NoBody, 404: ApiError },
})
