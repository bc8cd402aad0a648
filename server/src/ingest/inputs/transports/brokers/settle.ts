import type { Clock } from '../../../../platform/clock.ts'

const CLOSE_MS = 3000

/** Runs the orderly end of something that may be broken already: ignores errors, and waits for a short time only. */
export async function settle(clock: Clock, end: () => Promise<unknown>): Promise<void> {
  const waiting = new AbortController()
  const ended = end().then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([ended, clock.sleep(CLOSE_MS, waiting.signal).catch(() => undefined)])
  waiting.abort()
}
