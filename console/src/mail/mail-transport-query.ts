import { getMailTransport } from '@logyard/contract/mail/mail'
import type { Call } from '../api/api-client.ts'
import { callQuery } from '../api/call-query.ts'

/** Mail settings, for users who may call `getMailTransport`. */
export const mailTransportQuery = (call: Call) => ({
  ...callQuery(call, ['mail-transport'], getMailTransport),
  staleTime: 30_000,
})
