import type { Notifications } from '../../notices/notifications.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

const FIRST_CHECK_MS = 120_000
const CHECK_MS = 20_000

/** Warns administrators while no input is running. Starting an input withdraws the warning. */
export function watchForNoInput(deps: {
  readonly isAnyRunning: () => boolean
  readonly notifications: Notifications
  readonly clock: Clock
  readonly log: Log
}): Disposable {
  const { clock } = deps
  const dueMs = clock.monotonicMs() + FIRST_CHECK_MS
  return clock.every(CHECK_MS, () => {
    if (clock.monotonicMs() < dueMs || deps.isAnyRunning()) return
    deps.notifications
      .raise('no_input_running', 'urgent')
      .catch((error: unknown) => deps.log.error({ err: error }, 'missing inputs not notified'))
  })
}
