/** Warns administrators of failing outputs: once per failure, not per message. */
import type { NotificationType } from '@logyard/contract/notices/notifications'
import type { Notifications } from '../notices/notifications.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { createMutex } from '../platform/mutex.ts'
import { FAULT_THRESHOLD, PENALTY_SECONDS } from './output-runner.ts'
import type { StoredOutput } from './output-store.ts'

export type OutputWarnings = ReturnType<typeof createOutputWarnings>

const DISABLED = 'output_disabled'
const FAILING = 'output_failing'
/** Messages may be dropped with every block. */
const WARN_EVERY_MS = 60_000

export function createOutputWarnings(deps: {
  readonly find: (outputId: string) => StoredOutput | undefined
  readonly streamsHaving: (outputId: string) => readonly { readonly id: string; readonly title: string }[]
  readonly notifications: Notifications
  readonly clock: Clock
  readonly log: Log
}) {
  const { find, streamsHaving, notifications, clock, log } = deps
  const turns = createMutex()
  const unreported = new Map<string, { messages: number; reportedAtMs: number }>()

  const enqueue = (task: () => Promise<void>) => {
    turns(task).catch((error: unknown) => log.error({ err: error }, 'a warning of an output could not be told'))
  }
  const streamOf = (outputId: string) => {
    const [stream] = streamsHaving(outputId)
    return { streamId: stream?.id ?? '', streamTitle: stream?.title ?? '' }
  }
  const withdraw = (type: NotificationType, outputId: string) =>
    enqueue(async () => {
      const isThere = (await notifications.list()).some(
        (one) => one.type === type && one.details['outputId'] === outputId,
      )
      if (isThere) await notifications.remove(type)
    })

  return {
    dropped(outputId: string, messages: number, reason: string) {
      const count = unreported.getOrInsertComputed(outputId, () => ({
        messages: 0,
        reportedAtMs: Number.NEGATIVE_INFINITY,
      }))
      count.messages += messages
      if (clock.monotonicMs() - count.reportedAtMs < WARN_EVERY_MS) return
      log.error({ outputId, messages: count.messages, reason }, 'messages for an output are dropped')
      const outputTitle = find(outputId)?.title ?? outputId
      const errorMessage = `messages are dropped, because ${reason}`
      const details = { outputId, outputTitle, ...streamOf(outputId), errorMessage }
      enqueue(() => notifications.raise(FAILING, 'normal', details))
      count.messages = 0
      count.reportedAtMs = clock.monotonicMs()
    },
    fault(outputId: string, error: unknown, faults: number) {
      log.warn({ outputId, err: error, faults }, 'output does not work and is tried again')
      if (faults !== FAULT_THRESHOLD) return
      const details = {
        outputId,
        ...streamOf(outputId),
        faultCount: faults,
        faultCountThreshold: FAULT_THRESHOLD,
        faultPenaltySeconds: PENALTY_SECONDS,
      }
      enqueue(() => notifications.raise(DISABLED, 'normal', details))
    },
    recovered(outputId: string) {
      log.info({ outputId }, 'output works again')
      withdraw(DISABLED, outputId)
    },
    /** The output was deleted or is no longer used. */
    forget(outputId: string) {
      unreported.delete(outputId)
      withdraw(DISABLED, outputId)
    },
    settled: () => turns(async () => undefined),
  }
}
