import { listFields, listFieldsOfStreams } from '@logyard/contract/fields/search-fields'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

export const FIELDS_KEY = ['fields'] as const

/** The fields of all streams that the user may read. */
export const allFieldsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...FIELDS_KEY, 'all'],
    queryFn: ({ signal }) => call(listFields, { signal }),
    staleTime: 30_000,
  })

/** The fields of these streams; of all that the user may read if the list is empty. */
export const fieldsOfQuery = (call: Call, streams: readonly string[]) =>
  streams.length === 0
    ? allFieldsQuery(call)
    : queryOptions({
        queryKey: [...FIELDS_KEY, 'streams', ...streams.toSorted()],
        // The search itself reports streams that the user may not read.
        queryFn: ({ signal }) =>
          call(listFieldsOfStreams, { body: { streams: [...streams] }, signal, extendSession: false }),
        staleTime: 30_000,
        placeholderData: keepPreviousData,
      })
