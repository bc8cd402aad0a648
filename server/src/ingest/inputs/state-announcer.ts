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
  deps: {
    readonly notifications: Notifications
    readonly messages: SystemMessages
    readonly log: Log
    readonly nodeId: string
  },
  nameOf: (input: StoredInput) => string,
): StateAnnouncer {
  const { notifications, messages, log, nodeId } = deps
  /** In turn, so that system messages keep their order. */
  const turns = createTurns()
  const enqueue = (task: () => Promise<void>) => {
    turns(task).catch((error: unknown) => log.error({ err: error }, 'state of an input not told'))
  }
  /** Of this node. A notification has room for one. */
  const failed = new Map<string, string>()
  const notify = (inputId: string, reason: string) =>
    notifications.raise('input_failed_to_start', 'normal', { input_id: inputId, reason })

  /** Also of an input that failed before a restart of the server. */
  async function clearFailure(inputId: string): Promise<void> {
    failed.delete(inputId)
    const isNotified = (await notifications.list()).some(
      ({ type, node_id, details }) =>
        type === 'input_failed_to_start' && node_id === nodeId && details['input_id'] === inputId,
    )
    if (!isNotified) return
    await notifications.remove('input_failed_to_start')
    const [next] = failed
    if (next !== undefined) await notify(...next)
  }

  return {
    announce(input, run) {
      const label = `[${nameOf(input)}/${input.id}]`
      log.info({ inputId: input.id, state: run.state, reason: run.detail }, 'input changed its state')
      enqueue(() => messages.write('Inputs', `Input ${label} is now ${run.state}`))
      if (run.state === 'RUNNING') enqueue(() => notifications.remove('no_input_running'))
      if (run.state === 'RUNNING' || run.state === 'TERMINATED') enqueue(() => clearFailure(input.id))
      if (run.state !== 'FAILED') return
      const reason = run.detail ?? ''
      enqueue(async () => {
        await messages.write('Inputs', `Input ${label} could not be started: ${reason}`)
        failed.set(input.id, reason)
        await notify(input.id, reason)
      })
    },
    settled: () => turns(async () => undefined),
  }
}
