/** The time range of the messages of each index. A search selects its indices by these. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea, NoBody, signedIn } from '../http/operation.ts'

/** The begin and end of an index that is written to or empty. */
export const UNKNOWN_INSTANT = '1970-01-01T00:00:00.000Z'

export const IndexRange = Type.Object(
  {
    index_name: Type.String(),
    begin: IsoInstant,
    end: IsoInstant,
    calculated_at: nullable(IsoInstant),
    took_ms: Type.Integer(),
  },
  { title: 'IndexRange' },
)
export type IndexRange = Static<typeof IndexRange>

export const IndexRanges = Type.Object(
  { total: Type.Integer(), ranges: Type.Array(IndexRange) },
  { title: 'IndexRanges' },
)
export type IndexRanges = Static<typeof IndexRanges>

const { get, post } = inArea('indices')

export const listIndexRanges = get('/system/indices/ranges', {
  id: 'index_ranges.list',
  summary: 'The ranges that the caller may read, by their end',
  access: signedIn,
  answers: { 200: IndexRanges },
})

export const getIndexRange = get('/system/indices/ranges/{index}', {
  id: 'index_ranges.get',
  summary: 'The range of one index',
  access: holds('indexranges:read:<index>'),
  answers: { 200: IndexRange, 400: ApiError, 404: ApiError },
})

export const rebuildIndexRanges = post('/system/indices/ranges/rebuild', {
  id: 'index_ranges.rebuild_all',
  summary: 'Start a job that recalculates every range',
  access: holds('indexranges:rebuild'),
  audit: 'index-range:rebuild',
  isOutside: true,
  answers: { 202: NoBody, 403: ApiError },
})

export const rebuildIndexRangesOfSet = post('/system/indices/ranges/index_set/{indexSetId}/rebuild', {
  id: 'index_ranges.rebuild_set',
  summary: 'Start a job that recalculates the ranges of one index set',
  access: holds('indexranges:rebuild'),
  audit: 'index-range:rebuild',
  isOutside: true,
  answers: { 202: NoBody, 403: ApiError, 404: ApiError },
})

export const rebuildIndexRange = post('/system/indices/ranges/{index}/rebuild', {
  id: 'index_ranges.rebuild_index',
  summary: 'Start a job that recalculates the range of one index',
  access: holds('indexranges:rebuild:<index>'),
  audit: 'index-range:rebuild',
  isOutside: true,
  answers: { 202: NoBody, 400: ApiError },
})
