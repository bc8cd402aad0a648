import { getIndexerOverview } from '@logyard/contract/store/deflector'
import {
  getIndexSet,
  getIndexSetsStats,
  type IndexSet,
  type IndexSetStats,
  listIndexSets,
} from '@logyard/contract/store/index-sets'
import { listRetentionStrategies, listRotationStrategies } from '@logyard/contract/store/index-strategies'
import { getIndices } from '@logyard/contract/store/indices'
import { listStreams } from '@logyard/contract/streams/streams'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery, polledQuery } from '../../api/call-query.ts'
import { naturally } from '../../base/text/natural-order.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'

/** Prefix of all query keys of index sets and indices; a change to one invalidates them all. */
export const INDEX_SETS_KEY = ['index-sets'] as const

const POLL_MS = 2_000

export interface IndexSetRow extends IndexSet {
  readonly stats: IndexSetStats | undefined
}

export const indexSetsQuery = (call: Call, { page, perPage }: ListPosition) => {
  const query = { skip: (page - 1) * perPage, limit: perPage, stats: true }
  return queryOptions({
    queryKey: [...INDEX_SETS_KEY, 'page', query],
    queryFn: async ({ signal }) => {
      const { index_sets, total, stats } = await call(listIndexSets, { query, signal })
      const rows: readonly IndexSetRow[] = index_sets.map((set) => ({ ...set, stats: stats[set.id] }))
      return { rows, total }
    },
    placeholderData: keepPreviousData,
  })
}

export const totalStatsQuery = (call: Call) => callQuery(call, [...INDEX_SETS_KEY, 'total'], getIndexSetsStats)

export const indexSetQuery = (call: Call, id: string) =>
  callQuery(call, [...INDEX_SETS_KEY, 'one', id], getIndexSet, { params: { id } })

/** The indices of a set, refreshed every two seconds. */
export const overviewQuery = (call: Call, indexSetId: string) =>
  queryOptions({
    ...polledQuery(call, [...INDEX_SETS_KEY, 'overview', indexSetId], POLL_MS, getIndexerOverview, {
      params: { indexSetId },
    }),
    retry: false,
  })

/** The details of the named indices; disabled while none is open. */
export const indexDetailsQuery = (call: Call, names: readonly string[]) =>
  queryOptions({
    ...polledQuery(call, [...INDEX_SETS_KEY, 'details', names], POLL_MS, getIndices, {
      body: { indices: [...names] },
    }),
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
  })

export const rotationStrategiesQuery = (call: Call) =>
  pickQuery(call, ['rotation-strategies'], ({ strategies }) => strategies, listRotationStrategies)

export const retentionStrategiesQuery = (call: Call) =>
  pickQuery(call, ['retention-strategies'], ({ strategies }) => strategies, listRetentionStrategies)

/** Titles of the streams that write to an index set; only those that the user may read. */
export const streamsOfIndexSetQuery = (call: Call, indexSetId: string) =>
  pickQuery(
    call,
    ['streams', 'of-index-set', indexSetId],
    ({ streams }) =>
      streams.flatMap(({ index_set_id, title }) => (index_set_id === indexSetId ? [title] : [])).toSorted(naturally),
    listStreams,
  )
