import { closeSync, constants, openSync } from 'node:fs'
import { Socket } from 'node:net'

/**
 * Opens a named pipe that the engine will write an answer to. The kernel's buffer is the back pressure: the engine
 * waits for a slow reader. Call `end()` once the engine is done; the reader then ends after the last byte.
 *
 * The engine's own streaming call is not used because it analyses the query on the event loop: a scalar subquery
 * stops the whole process there, and documents such as FORMAT JSON come out one per block.
 */
export function openResultPipe(path: string) {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  // Until the engine opens the pipe it would have no writer, and a pipe without one reads as ended.
  let placeholder: number | undefined = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  const reader = new Socket({ fd: readEnd, readable: true, writable: false })
  return {
    reader,
    end() {
      if (placeholder !== undefined) closeSync(placeholder)
      placeholder = undefined
    },
  }
}
