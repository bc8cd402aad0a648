import type { Notifications } from '../../notices/notifications.ts'
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Log } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import type { InputRun } from './input-runner.ts'
import type { StoredInput } from './input-store.ts'

const FAILURES = ['input_failed_to_start', 'input_failure_shutdown'] as const

interface Failure {
  readonly type: (typeof FAILURES)[number]
  readonly severity: 'normal' | 'urgent'
  readonly details: Readonly<Record<string, string>>
}

const notStarted = ({ id }: StoredInput, reason: string): Failure => ({
  type: 'input_failed_to_start',
  severity: 'normal',
  details: { input_id: id, reason },
})

const givenUp = ({ id, title }: StoredInput, reason: string): Failure => ({
  type: 'input_failure_shutdown',
  severity: 'urgent',
  details: { input_id: id, input_title: title, reason },
})

/** Logs state changes of inputs, and announces them in system messages and notifications. */
export function createStateAnnouncer(
  deps: {
    readonly notifications: Notifications
    readonly messages: SystemMessages
    readonly log: Log
    readonly nodeId: string
  },
  nameOf: (input: StoredInput) => string,
) {
  const { notifications, messages, log, nodeId } = deps
  /** In turn, so that system messages keep their order. */
  const turns = createMutex()
  const enqueue = (task: () => Promise<void>) => {
    turns(task).catch((error: unknown) => log.error({ err: error }, 'state of an input not announced'))
  }
  const running = new Set<string>()
  /** Failures of this node, by input id. A notification has room for one. */
  const failed = new Map<string, Failure>()
  const notify = ({ type, severity, details }: Failure) => notifications.raise(type, severity, details)

  /** Also of an input that failed before a restart of the server. */
  async function clearFailure(inputId: string): Promise<void> {
    failed.delete(inputId)
    for (const type of FAILURES) {
      const isNotified = (await notifications.list()).some(
        (raised) => raised.type === type && raised.node_id === nodeId && raised.details['input_id'] === inputId,
      )
      if (!isNotified) continue
      await notifications.remove(type)
      const next = [...failed.values()].find((failure) => failure.type === type)
      if (next !== undefined) await notify(next)
    }
  }

  /** That of another node is true until an input runs there. */
  async function clearNoInput(): Promise<void> {
    const raised = (await notifications.list()).find(({ type }) => type === 'no_input_running')
    if (raised?.node_id === nodeId) await notifications.remove('no_input_running')
  }

  return {
    announce(input: StoredInput, run: InputRun) {
      const label = `[${nameOf(input)}/${input.id}]`
      log.info({ inputId: input.id, state: run.state, reason: run.detail }, 'input changed its state')
      enqueue(() => messages.write('Inputs', `Input ${label} is now ${run.state}`))
      if (run.state === 'RUNNING') enqueue(clearNoInput)
      if (run.state === 'RUNNING' || run.state === 'TERMINATED') enqueue(() => clearFailure(input.id))
      const hasRun = running.has(input.id)
      if (run.state === 'RUNNING') running.add(input.id)
      else running.delete(input.id)
      if (run.state !== 'FAILED') return
      const reason = run.detail ?? ''
      enqueue(async () => {
        const failure = hasRun ? givenUp(input, reason) : notStarted(input, reason)
        const outcome = hasRun ? 'failed and has stopped' : 'could not be started'
        await messages.write('Inputs', `Input ${label} ${outcome}: ${reason}`)
        failed.set(input.id, failure)
        await notify(failure)
      })
    },
    settled: () => turns(async () => undefined),
  }
}
