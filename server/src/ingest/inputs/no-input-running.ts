import type { Notifications } from '../../notices/notifications.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

const FIRST_CHECK_MS = 120_000
const CHECK_MS = 20_000

interface NoInputDeps {
  readonly isAnyRunning: () => boolean
  readonly isLeader: () => Promise<boolean>
  readonly notifications: Pick<Notifications, 'raise' | 'remove' | 'list'>
  readonly clock: Clock
  readonly log: Log
}

/** Warns administrators while no input is running on the leader. Starting an input there withdraws the warning. */
export function watchForNoInput(deps: NoInputDeps): Disposable {
  const { clock } = deps
  const dueMs = clock.monotonicMs() + FIRST_CHECK_MS
  return clock.every(CHECK_MS, () => {
    if (clock.monotonicMs() < dueMs) return
    check(deps).catch((error: unknown) => deps.log.error({ err: error }, 'missing inputs not notified'))
  })
}

async function check({ isAnyRunning, isLeader, notifications }: NoInputDeps): Promise<void> {
  if (!(await isLeader())) return
  if (!isAnyRunning()) return await notifications.raise('no_input_running', 'urgent')
  // An earlier leader may have raised it.
  const isRaised = (await notifications.list()).some(({ type }) => type === 'no_input_running')
  if (isRaised) await notifications.remove('no_input_running')
}
