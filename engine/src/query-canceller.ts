import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineSession } from './engine-session.ts'
import { sqlLiteral } from './sql-literal.ts'

const NO_CONDITIONS = { settings: new Map(), params: new Map(), database: 'default', role: undefined }
const REPEAT_MS = 100

export type QueryCanceller = ReturnType<typeof createQueryCanceller>

/**
 * Stops running statements through a session of its own. libchdb supports no query id, so each statement ends with a
 * unique comment that identifies it.
 */
export function createQueryCanceller(control: EngineSession) {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0

  /** Resolves once the statement has ended, for whatever reason. Repeats, because it may not have begun yet. */
  async function cancel(mark: string, ended: Promise<unknown>): Promise<void> {
    let isEnded = false
    const settled = ended.then(
      () => undefined,
      () => undefined,
    )
    void settled.then(() => {
      isEnded = true
    })
    while (!isEnded) {
      // Never SYNC: that waits for the statement, sometimes for ever.
      const kill = `KILL QUERY WHERE endsWith(query, ${sqlLiteral(mark)}) ASYNC`
      last = last.then(() => (isEnded ? undefined : control.run(NO_CONDITIONS, kill, 'Null')))
      await last
      await Promise.race([settled, sleep(REPEAT_MS)])
    }
  }

  return {
    nextMark(): string {
      count += 1
      return `/* statement ${count} */`
    },
    /** Cancels the statement when the signal aborts, until disposed. */
    cancelOnAbort(signal: AbortSignal, mark: string, ended: Promise<unknown>): Disposable {
      const onAbort = () => void cancel(mark, ended)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      return { [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort) }
    },
  }
}
