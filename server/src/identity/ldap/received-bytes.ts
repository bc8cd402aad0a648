/** Checks and counts what a directory sends over one socket, before the library reads it. */
import type { Socket } from 'node:net'
import { createBerCheck } from './ber-check.ts'
import { DirectoryProblem } from './directory-errors.ts'

/** Of everything that a directory may send over one connection. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024
/** Of one message, such as an entry with the requested attributes. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

export interface ReceivedBytes {
  readonly count: number
  /** Why the connection was closed. */
  readonly problem: DirectoryProblem | undefined
}

/** The socket must be new: Node calls its `push` with each chunk that arrives. */
export function checkReceivedBytes(socket: Socket): ReceivedBytes {
  const isValid = createBerCheck(MAX_MESSAGE_BYTES)
  const received: { count: number; problem: DirectoryProblem | undefined } = { count: 0, problem: undefined }
  const push = socket.push.bind(socket)
  const problemOf = (chunk: Uint8Array) => {
    if (received.count > MAX_ANSWER_BYTES) {
      return new DirectoryProblem(`the directory sent more than ${MAX_ANSWER_BYTES / 2 ** 20} MB`)
    }
    return isValid(chunk) ? undefined : new DirectoryProblem('the directory sent an invalid answer')
  }
  socket.push = (chunk: unknown, encoding) => {
    if (!(chunk instanceof Uint8Array)) return push(chunk, encoding)
    if (received.problem !== undefined) return false
    received.count += chunk.length
    received.problem = problemOf(chunk)
    if (received.problem === undefined) return push(chunk, encoding)
    socket.destroy(received.problem)
    return false
  }
  return received
}
