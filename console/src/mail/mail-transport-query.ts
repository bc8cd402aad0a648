import { getMailTransport } from '@logyard/contract/mail/mail'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'

/** For users who may call `getMailTransport`. */
export const mailTransportQuery = (call: Call) =>
  queryOptions({
    queryKey: ['mail-transport'],
    queryFn: ({ signal }) => call(getMailTransport, { signal }),
    staleTime: 30_000,
  })
