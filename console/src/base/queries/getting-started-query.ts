import { getGettingStarted } from '@logyard/contract/cluster/getting-started'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

/** Tells whether to show the getting-started guide; somebody may dismiss it for everybody. */
export const gettingStartedQuery = (call: Call) =>
  queryOptions({
    queryKey: ['getting-started'],
    queryFn: async ({ signal }) => (await call(getGettingStarted, { signal })).show,
  })
