/** Tells administrators that the clock of the server was set. */
import type { Notifications } from '../notices/notifications.ts'
import type { ClockJump, ClockWatch } from '../platform/clock-watch.ts'
import type { Log } from '../platform/log.ts'

export function tellClockJumps(deps: {
  readonly clockWatch: Pick<ClockWatch, 'onJump'>
  readonly notifications: Pick<Notifications, 'raise' | 'remove'>
  readonly log: Log
}): Disposable {
  const { notifications, log } = deps
  let telling: Promise<void> = Promise.resolve()

  async function tell(jump: ClockJump): Promise<void> {
    // One that is there describes an earlier jump.
    await notifications.remove('clock_jumped')
    await notifications.raise('clock_jumped', 'normal', { jump_ms: jump.byMs, description: sentenceOf(jump) })
  }

  return deps.clockWatch.onJump((jump) => {
    log.warn({ jumpMs: jump.byMs }, 'the clock of the server was set')
    telling = telling
      .then(() => tell(jump))
      .catch((error: unknown) => log.error({ err: error }, 'a jump of the clock not notified'))
  })
}

function sentenceOf({ byMs, at }: ClockJump): string {
  const seconds = Math.round(Math.abs(byMs) / 1000)
  const after = `It was ${at.toISOString()} then.`
  return byMs > 0
    ? `It went forward by ${seconds} s, or the machine was suspended. ${after}`
    : `It went back by ${seconds} s. ${after}`
}
