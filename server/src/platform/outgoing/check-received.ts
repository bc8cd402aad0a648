import type { Socket } from 'node:net'

/**
 * Has each chunk checked before any listener of the socket sees it. At the first problem the socket is destroyed with
 * it, and nothing more is received. The socket must be new: Node calls its `push` with each chunk that arrives.
 */
export function checkReceived(socket: Socket, problemOf: (chunk: Uint8Array) => Error | undefined): void {
  const push = socket.push.bind(socket)
  let hasProblem = false
  socket.push = (chunk: unknown, encoding) => {
    if (!(chunk instanceof Uint8Array)) return push(chunk, encoding)
    if (hasProblem) return false
    const problem = problemOf(chunk)
    if (problem === undefined) return push(chunk, encoding)
    hasProblem = true
    socket.destroy(problem)
    return false
  }
}
