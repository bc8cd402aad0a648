import type { IncomingMessage } from 'node:http'
import type { Ids } from '../platform/ids.ts'

/** The caller's request id appears in headers and logs, so only a short, simple one is accepted. */
const PLAIN_ID = /^[\w.:@/+=-]{1,128}$/

export function requestId(request: IncomingMessage, ids: Ids): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && PLAIN_ID.test(given) ? given : ids.uuid()
}
