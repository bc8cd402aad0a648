import { listIndexSets } from '@logyard/contract/store/index-sets'
import { getStream, pageStreams, testStreamMatch } from '@logyard/contract/streams/streams'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { type ListPosition, pageQueryOf } from '../../ui/data-table/list-state.ts'
import type { ExampleFields } from './matching/example-message.ts'

/** Prefix of all stream query keys; a change to a stream or rule invalidates them all, including match results. */
export const STREAMS_KEY = ['streams'] as const

export const streamsQuery = (call: Call, position: ListPosition) => {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...STREAMS_KEY, 'page', query],
    queryFn: async ({ signal }) => {
      const { streams, pagination } = await call(pageStreams, { query, signal })
      return { rows: streams, total: pagination.total }
    },
    placeholderData: keepPreviousData,
  })
}

export const streamQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...STREAMS_KEY, 'one', id],
    queryFn: ({ signal }) => call(getStream, { params: { id }, signal }),
  })

/** How the saved rules of a stream match a message. */
export const matchQuery = (call: Call, id: string, message: ExampleFields | undefined) =>
  queryOptions({
    queryKey: [...STREAMS_KEY, 'match', id, message],
    queryFn: ({ signal }) => call(testStreamMatch, { params: { id }, body: { message: { ...message } }, signal }),
    enabled: message !== undefined,
    placeholderData: keepPreviousData,
  })

/** The index sets that the user may read. */
export const indexSetsOfStreamsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['index-sets', 'for-streams'],
    queryFn: async ({ signal }) => (await call(listIndexSets, { query: { stats: false }, signal })).index_sets,
  })
