/** Checks and counts what a directory sends over one socket, before the library reads it. */
import type { Socket } from 'node:net'
import { checkReceived } from '../../platform/outgoing/check-received.ts'
import { createBerCheck } from './ber-check.ts'
import { DirectoryProblem } from './directory-errors.ts'

/** Bytes that a directory may send over one connection. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024
/** Bytes of one message, such as an entry with the requested attributes. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

export interface ReceivedBytes {
  readonly count: number
  /** Why the connection was closed. */
  readonly problem: DirectoryProblem | undefined
}

/** The socket must be new. */
export function checkReceivedBytes(socket: Socket): ReceivedBytes {
  const isValid = createBerCheck(MAX_MESSAGE_BYTES)
  const received: { count: number; problem: DirectoryProblem | undefined } = { count: 0, problem: undefined }
  checkReceived(socket, (chunk) => {
    received.count += chunk.length
    if (received.count > MAX_ANSWER_BYTES) {
      received.problem = new DirectoryProblem(`the directory sent more than ${MAX_ANSWER_BYTES / 2 ** 20} MB`)
    } else if (!isValid(chunk)) received.problem = new DirectoryProblem('the directory sent an invalid answer')
    return received.problem
  })
  return received
}
