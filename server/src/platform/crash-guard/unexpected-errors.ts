/** Ends the server on an error that nobody foresaw, after writing what it was. Its supervisor starts it again. */
import type { Log } from '../log.ts'
import type { Work } from './work-file.ts'

/** `bin/supervise.mjs` knows it, too. */
export const UNEXPECTED_ERROR = 70

export function endOnUnexpectedErrors(log: Log, underWay: () => readonly Work[]): Disposable {
  const end = (error: unknown, origin: string) => {
    log.fatal({ err: error, origin, underWay: underWay() }, 'the server ends because of an unexpected error')
    process.exit(UNEXPECTED_ERROR)
  }
  process.on('uncaughtException', end)
  return { [Symbol.dispose]: () => process.off('uncaughtException', end) }
}
