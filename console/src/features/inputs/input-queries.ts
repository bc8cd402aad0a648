import { listInputs, listInputTypesWhole } from '@logyard/contract/ingest/inputs'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

/** Everything about inputs is read again after a change to any of them. */
export const INPUTS_KEY = ['inputs'] as const

const byTitle = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export const inputsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...INPUTS_KEY, 'all'],
    queryFn: async ({ signal }) => {
      const { inputs } = await call(listInputs, { signal })
      return inputs.toSorted((a, b) => byTitle.compare(a.title, b.title))
    },
  })

/** By type. They change only with another version of the server. */
export const inputTypesQuery = (call: Call) =>
  queryOptions({
    queryKey: ['input-types'],
    queryFn: ({ signal }) => call(listInputTypesWhole, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
