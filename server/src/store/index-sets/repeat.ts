import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

/** Does a task again and again, never twice at once; what fails is logged and tried again the next time. */
export function repeat(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly everyMs: number
  readonly name: string
  readonly task: () => Promise<void>
}): AsyncDisposable {
  const { clock, log, everyMs, name, task } = deps
  let running: Promise<void> | undefined
  const timer = clock.every(everyMs, () => {
    running ??= task()
      .catch((error: unknown) => log.error({ err: error, task: name }, 'a periodic task failed'))
      .finally(() => {
        running = undefined
      })
  })
  return {
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      await running
    },
  }
}
