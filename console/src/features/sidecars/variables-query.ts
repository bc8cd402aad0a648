import { listVariables } from '@logyard/contract/sidecars/variables'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { SIDECARS_KEY } from './sidecar-queries.ts'

/** By name. */
export const variablesQuery = (call: Call) =>
  queryOptions({
    queryKey: [...SIDECARS_KEY, 'variables'],
    queryFn: ({ signal }) => call(listVariables, { signal }),
  })
