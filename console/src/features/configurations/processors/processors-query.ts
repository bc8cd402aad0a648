import { getMessageProcessors } from '@logyard/contract/processing/message-processors'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'

export const PROCESSORS_QUERY_KEY = ['message-processors'] as const

export const processorsQuery = (call: Call) =>
  queryOptions({
    queryKey: PROCESSORS_QUERY_KEY,
    queryFn: ({ signal }) => call(getMessageProcessors, { signal }),
  })
