import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

const MAX_LINE_LENGTH = 2000
const MAX_LINES = 50
const WINDOW_MS = 10_000

/** Copies the engine's stderr to our log, shortened and counted, because a native library can write a lot at once. */
export function logEngineStderr(stderr: Readable, log: Log, clock: Clock): void {
  let windowStartMs = clock.monotonicMs()
  let lines = 0
  createInterface({ input: stderr }).on('line', (line) => {
    if (clock.monotonicMs() - windowStartMs > WINDOW_MS) {
      if (lines > MAX_LINES) log.warn({ dropped: lines - MAX_LINES }, 'engine wrote more lines than are logged')
      windowStartMs = clock.monotonicMs()
      lines = 0
    }
    lines += 1
    if (lines <= MAX_LINES) log.warn({ line: line.slice(0, MAX_LINE_LENGTH) }, 'engine wrote to stderr')
  })
}
