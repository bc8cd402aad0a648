import { listFields, listFieldsOfStreams } from '@logyard/contract/fields/search-fields'
import { keepPreviousData } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'

export const FIELDS_KEY = ['fields'] as const

/** The fields of all streams that the user may read. */
export const allFieldsQuery = (call: Call) => ({
  ...callQuery(call, [...FIELDS_KEY, 'all'], listFields),
  staleTime: 30_000,
})

/** The fields of these streams; of all that the user may read if the list is empty. */
export const fieldsOfQuery = (call: Call, streams: readonly string[]) =>
  streams.length === 0
    ? allFieldsQuery(call)
    : {
        // The search itself reports streams that the user may not read.
        ...callQuery(call, [...FIELDS_KEY, 'streams', ...streams.toSorted()], listFieldsOfStreams, {
          body: { streams: [...streams] },
          extendSession: false,
        }),
        staleTime: 30_000,
        placeholderData: keepPreviousData,
      }
