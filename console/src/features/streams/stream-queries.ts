import { listInputs } from '@logyard/contract/ingest/inputs'
import { listIndexSets } from '@logyard/contract/store/index-sets'
import { getStream, pageStreams, testStreamMatch } from '@logyard/contract/streams/streams'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery } from '../../api/call-query.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { pageQuery } from '../../ui/data-table/page-query.ts'
import type { ExampleFields } from './matching/example-message.ts'

/** Prefix of all stream query keys; a change to a stream or rule invalidates them all, including match results. */
export const STREAMS_KEY = ['streams'] as const

export const streamsQuery = (call: Call, position: ListPosition) =>
  pageQuery(call, STREAMS_KEY, position, async (call, query) => {
    const { streams, pagination } = await call(pageStreams, { query })
    return { rows: streams, total: pagination.total }
  })

export const streamQuery = (call: Call, id: string) =>
  callQuery(call, [...STREAMS_KEY, 'one', id], getStream, { params: { id } })

/** How the saved rules of a stream match a message. */
export const matchQuery = (call: Call, id: string, message: ExampleFields | undefined) =>
  queryOptions({
    ...callQuery(call, [...STREAMS_KEY, 'match', id, message], testStreamMatch, {
      params: { id },
      body: { message: { ...message } },
    }),
    enabled: message !== undefined,
    placeholderData: keepPreviousData,
  })

/** The index sets that the user may read. */
export const indexSetsOfStreamsQuery = (call: Call) =>
  pickQuery(call, ['index-sets', 'for-streams'], ({ index_sets }) => index_sets, listIndexSets, {
    query: { stats: false },
  })

/** The inputs that a rule can match. */
export const inputsOfRulesQuery = (call: Call) =>
  pickQuery(call, ['inputs', 'for-stream-rules'], ({ inputs }) => inputs, listInputs)
