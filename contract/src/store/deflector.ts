/** The index of a set that is written to, and starting the next one; the overview and health of the store. */
import { type Static, Type } from 'typebox'
import { ApiError, nullable } from '../http/envelope.ts'
import { holds, inArea, NoBody, signedIn } from '../http/operation.ts'
import { IndexRange } from './index-ranges.ts'

export const Deflector = Type.Object(
  { is_up: Type.Boolean(), current_target: nullable(Type.String()) },
  { title: 'Deflector' },
)
export type Deflector = Static<typeof Deflector>

export const IndexerHealth = Type.Object(
  {
    status: Type.Union([Type.Literal('green'), Type.Literal('yellow'), Type.Literal('red')]),
    shards: Type.Object({
      active: Type.Integer(),
      initializing: Type.Integer(),
      relocating: Type.Integer(),
      unassigned: Type.Integer(),
    }),
  },
  { title: 'IndexerHealth' },
)
export type IndexerHealth = Static<typeof IndexerHealth>

export const IndexSummary = Type.Object(
  {
    size: nullable(
      Type.Object(
        {
          events: Type.Integer(),
          deleted: Type.Integer(),
          bytes: Type.Integer(),
          cold_bytes: Type.Optional(Type.Integer({ description: 'Of that in cold storage; missing without any' })),
        },
        { description: 'null when closed' },
      ),
    ),
    range: nullable(IndexRange),
    is_deflector: Type.Boolean({ description: 'The index that is written to' }),
    is_closed: Type.Boolean(),
    is_reopened: Type.Boolean(),
  },
  { title: 'IndexSummary' },
)
export type IndexSummary = Static<typeof IndexSummary>

export const IndexerOverview = Type.Object(
  {
    deflector: Deflector,
    indexer_cluster: Type.Object({ health: IndexerHealth, name: Type.String() }),
    counts: Type.Object({ events: Type.Integer() }),
    indices: Type.Record(Type.String(), IndexSummary, { description: 'By index name, open and closed' }),
  },
  { title: 'IndexerOverview' },
)
export type IndexerOverview = Static<typeof IndexerOverview>

const { get, post } = inArea('indices')
const cycleAccess = holds('deflector:cycle')
const cycleAnswers = { 204: NoBody, 400: ApiError, 404: ApiError }

export const getDefaultDeflector = get('/system/deflector', {
  id: 'deflector.get_default',
  summary: 'The index that the default index set writes to',
  access: holds('deflector:read'),
  answers: { 200: Deflector },
})

export const getDeflector = get('/system/deflector/{indexSetId}', {
  id: 'deflector.get',
  summary: 'The index that an index set writes to',
  access: holds('deflector:read'),
  answers: { 200: Deflector, 404: ApiError },
})

export const cycleDefaultHere = post('/system/deflector/cycle', {
  id: 'deflector.cycle_default_local',
  summary: 'Start the next index of the default index set',
  access: cycleAccess,
  audit: 'index-set:rotate',
  isOutside: true,
  answers: cycleAnswers,
})

export const cycleHere = post('/system/deflector/{indexSetId}/cycle', {
  id: 'deflector.cycle_local',
  summary: 'Start the next index of an index set',
  access: cycleAccess,
  audit: 'index-set:rotate',
  isOutside: true,
  answers: cycleAnswers,
})

export const cycleDefault = post('/cluster/deflector/cycle', {
  id: 'deflector.cycle_default',
  summary: 'Start the next index of the default index set, whichever node has to',
  access: cycleAccess,
  audit: 'index-set:rotate',
  isOutside: true,
  answers: cycleAnswers,
})

export const cycle = post('/cluster/deflector/{indexSetId}/cycle', {
  id: 'deflector.cycle',
  summary: 'Start the next index of an index set, whichever node has to',
  access: cycleAccess,
  audit: 'index-set:rotate',
  isOutside: true,
  answers: cycleAnswers,
})

export const getIndexerOverview = get('/system/indexer/overview/{indexSetId}', {
  id: 'indexer.overview',
  summary: 'Everything about the indices of an index set at once',
  access: signedIn,
  answers: { 200: IndexerOverview, 404: ApiError, 503: ApiError },
})

export const getDefaultIndexerOverview = get('/system/indexer/overview', {
  id: 'indexer.overview_default',
  summary: 'The same for the default index set',
  access: signedIn,
  answers: { 200: IndexerOverview, 503: ApiError },
})

export const getIndexerHealth = get('/system/indexer/cluster/health', {
  id: 'indexer.health',
  summary: 'How the message store is, over the indices of the writable index sets',
  access: holds('indexercluster:read'),
  answers: { 200: IndexerHealth, 500: ApiError },
})

export const getIndexerName = get('/system/indexer/cluster/name', {
  id: 'indexer.name',
  summary: 'The name of the message store',
  access: holds('indexercluster:read'),
  answers: { 200: Type.Object({ name: Type.String() }, { title: 'IndexerName' }), 500: ApiError },
})
