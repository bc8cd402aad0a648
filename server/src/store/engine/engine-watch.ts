import type { Notifications } from '../../notices/notifications.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { EngineState } from './engine-lifecycle.ts'

const CHECK_MS = 5000

/** Notifies administrators while the message store is down, except when it comes back within seconds. */
export function watchEngine(deps: {
  readonly engineState: () => EngineState
  readonly notifications: Notifications
  readonly clock: Clock
  readonly log: Log
}): Disposable {
  let checksDown = 0
  // Unknown at first: a crashed server may have left a notification behind.
  let isRaised: boolean | undefined
  return deps.clock.every(CHECK_MS, () => {
    checksDown = deps.engineState() === 'down' ? checksDown + 1 : 0
    if (checksDown === 1) return
    const isDown = checksDown > 1
    // While it is down the notification is raised again and again, in case that it was dismissed.
    if (!isDown && isRaised === false) return
    isRaised = isDown
    const change = isDown
      ? deps.notifications.raise('es_unavailable', 'urgent')
      : deps.notifications.remove('es_unavailable')
    change.catch((error: unknown) => deps.log.error({ err: error }, 'engine state not notified'))
  })
}
