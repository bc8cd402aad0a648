import { UnacceptedNotification } from './types/post-json.ts'

/** Codes of Node, of `fetch` and of the mail client for a connection that failed or ended. */
const CONNECTION_CODE =
  /^(?:E(?:AI_AGAIN|CONN\w+|DNS|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|SOCKET|TIMEDOUT|TLS)|UND_ERR_\w+)$/
const MAX_CAUSES = 10

/** Whether sending failed because the other side could not be reached or did not answer in time. */
export function isUnanswered(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    if (cause instanceof UnacceptedNotification) return false
    if (cause.name === 'TimeoutError' || CONNECTION_CODE.test(String(Reflect.get(cause, 'code')))) return true
    cause = cause.cause
  }
  return false
}
