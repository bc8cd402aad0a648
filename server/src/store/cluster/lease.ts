/** The right to write, which ends unless it is renewed in time. */
import type { Clock } from '../../platform/clock.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import { createWakeUp } from '../../platform/wake-up.ts'

export function createLease({
  clock,
  refresh,
}: {
  readonly clock: Clock
  /** Reads what may have changed while the lease was not held. */
  refresh(): Promise<void>
}) {
  const gained = createWakeUp()
  let held: AbortController | undefined
  let untilMs = 0
  let watching = new AbortController()

  function end(): void {
    held?.abort()
    held = undefined
  }

  function endAt(thenMs: number): void {
    untilMs = thenMs
    watching.abort()
    watching = new AbortController()
    clock.sleep(Math.max(0, untilMs - clock.monotonicMs()), watching.signal).then(end, () => undefined)
  }

  return {
    async renew(thenMs: number): Promise<void> {
      if (held === undefined) {
        await refresh()
        if (clock.monotonicMs() >= thenMs) return
        held = new AbortController()
        gained.wake()
      }
      endAt(thenMs)
    },
    /** Resolves once it is held, with a signal that fires when it ends. */
    async held(signal: AbortSignal): Promise<AbortSignal> {
      // A process that was suspended runs before its timers do.
      if (clock.monotonicMs() >= untilMs) end()
      while (held === undefined) await unlessAborted(gained.next(), signal)
      return held.signal
    },
    [Symbol.dispose]: () => watching.abort(),
  }
}
