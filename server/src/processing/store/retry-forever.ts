import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

/** Repeats a task until it succeeds: what it stores would otherwise be lost. Rejects only when the signal is aborted. */
export type RetryForever = (warning: string, task: () => Promise<void>, signal: AbortSignal) => Promise<void>

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5000

export function createRetryForever({ clock, log }: { readonly clock: Clock; readonly log: Log }): RetryForever {
  return async (warning, task, signal) => {
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)) {
      signal.throwIfAborted()
      try {
        return await task()
      } catch (error) {
        signal.throwIfAborted()
        log.warn({ err: error, retryMs }, warning)
        await clock.sleep(retryMs, signal)
      }
    }
  }
}
