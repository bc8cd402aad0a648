import { listInputs, listInputTypesWhole } from '@logyard/contract/ingest/inputs'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'
import { naturally } from '../../base/text/natural-order.ts'

/** Prefix of all input query keys; a change to one input invalidates them all. */
export const INPUTS_KEY = ['inputs'] as const

export const inputsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...INPUTS_KEY, 'all'],
    queryFn: async ({ signal }) => {
      const { inputs } = await call(listInputs, { signal })
      return inputs.toSorted((a, b) => naturally(a.title, b.title))
    },
  })

/** Descriptions by input type. They change only with the server's version. */
export const inputTypesQuery = (call: Call) => ({
  ...callQuery(call, ['input-types'], listInputTypesWhole),
  staleTime: Number.POSITIVE_INFINITY,
})
