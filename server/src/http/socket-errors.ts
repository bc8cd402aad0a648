import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../platform/log.ts'
import { NODE_ID_HEADER } from './envelope.ts'
import { apiError, statusSentence } from './status-answers.ts'

/** Responds to connections that never sent a valid request: headers too large, not HTTP, or too slow. */
export function createSocketErrorHandler(nodeId: string, log: Log) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = statusOf(error.code)
    log.info({ status, code: error.code }, 'connection refused')
    const body = JSON.stringify(apiError(statusSentence(status)))
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${NODE_ID_HEADER}: ${nodeId}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
