import type { Notifications } from '../../notices/notifications.ts'
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Log } from '../../platform/log.ts'
import { createTurns } from '../../platform/turns.ts'
import type { InputRun } from './input-runner.ts'
import type { StoredInput } from './input-store.ts'

/** Logs state changes of inputs, and announces them in system messages and notifications. */
export interface StateAnnouncer {
  announce(input: StoredInput, run: InputRun): void
  settled(): Promise<void>
}

export function createStateAnnouncer(
  deps: { readonly notifications: Notifications; readonly messages: SystemMessages; readonly log: Log },
  nameOf: (input: StoredInput) => string,
): StateAnnouncer {
  const { notifications, messages, log } = deps
  /** In turn, so that system messages keep their order. */
  const turns = createTurns()
  const enqueue = (task: () => Promise<void>) => {
    turns(task).catch((error: unknown) => log.error({ err: error }, 'state of an input not told'))
  }
  return {
    announce(input, run) {
      const label = `[${nameOf(input)}/${input.id}]`
      log.info({ inputId: input.id, state: run.state, reason: run.detail }, 'input changed its state')
      enqueue(() => messages.write('Inputs', `Input ${label} is now ${run.state}`))
      if (run.state === 'RUNNING') enqueue(() => notifications.remove('no_input_running'))
      if (run.state !== 'FAILED') return
      const reason = run.detail ?? ''
      enqueue(async () => {
        await messages.write('Inputs', `Input ${label} could not be started: ${reason}`)
        await notifications.raise('input_failed_to_start', 'normal', { input_id: input.id, reason })
      })
    },
    settled: () => turns(async () => undefined),
  }
}
