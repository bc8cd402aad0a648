import { listInputs } from '@logyard/contract/ingest/inputs'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

/** The inputs that a rule can match, and whose messages are examples. */
export const inputsOfRulesQuery = (call: Call) =>
  queryOptions({
    queryKey: ['inputs', 'for-stream-rules'],
    queryFn: async ({ signal }) => (await call(listInputs, { signal })).inputs,
  })
