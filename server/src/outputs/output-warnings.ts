/** What administrators are told of outputs that do not work: once, however many messages there are. */
import type { NotificationType } from '@logyard/contract/notices/notifications'
import type { Notifications } from '../notices/notifications.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { createTurns } from '../platform/turns.ts'
import { FAULT_THRESHOLD, PENALTY_SECONDS } from './output-runner.ts'
import type { StoredOutput } from './output-store.ts'

export interface OutputWarnings {
  dropped(outputId: string, messages: number, reason: string): void
  fault(outputId: string, error: unknown, faults: number): void
  recovered(outputId: string): void
  /** It is gone, or does nothing any more. */
  forget(outputId: string): void
  settled(): Promise<void>
}

const DISABLED = 'output_disabled'
const FAILING = 'output_failing'
/** Drops may come with every block. */
const TELL_EVERY_MS = 60_000

export function createOutputWarnings(deps: {
  readonly find: (outputId: string) => StoredOutput | undefined
  readonly streamsHaving: (outputId: string) => readonly { readonly id: string; readonly title: string }[]
  readonly notifications: Notifications
  readonly clock: Clock
  readonly log: Log
}): OutputWarnings {
  const { find, streamsHaving, notifications, clock, log } = deps
  const turns = createTurns()
  const untold = new Map<string, { messages: number; toldAtMs: number }>()

  const tell = (task: () => Promise<void>) => {
    turns(task).catch((error: unknown) => log.error({ err: error }, 'a warning of an output could not be told'))
  }
  const streamOf = (outputId: string) => {
    const [stream] = streamsHaving(outputId)
    return { streamId: stream?.id ?? '', streamTitle: stream?.title ?? '' }
  }
  const withdraw = (type: NotificationType, outputId: string) =>
    tell(async () => {
      const isThere = (await notifications.list()).some(
        (one) => one.type === type && one.details['outputId'] === outputId,
      )
      if (isThere) await notifications.remove(type)
    })

  return {
    dropped(outputId, messages, reason) {
      const count = untold.getOrInsertComputed(outputId, () => ({ messages: 0, toldAtMs: Number.NEGATIVE_INFINITY }))
      count.messages += messages
      if (clock.monotonicMs() - count.toldAtMs < TELL_EVERY_MS) return
      log.error({ outputId, messages: count.messages, reason }, 'messages for an output are dropped')
      const outputTitle = find(outputId)?.title ?? outputId
      const errorMessage = `messages are dropped, because ${reason}`
      const details = { outputId, outputTitle, ...streamOf(outputId), errorMessage }
      tell(() => notifications.raise(FAILING, 'normal', details))
      count.messages = 0
      count.toldAtMs = clock.monotonicMs()
    },
    fault(outputId, error, faults) {
      log.warn({ outputId, err: error, faults }, 'output does not work and is tried again')
      if (faults !== FAULT_THRESHOLD) return
      const details = {
        outputId,
        ...streamOf(outputId),
        faultCount: faults,
        faultCountThreshold: FAULT_THRESHOLD,
        faultPenaltySeconds: PENALTY_SECONDS,
      }
      tell(() => notifications.raise(DISABLED, 'normal', details))
    },
    recovered(outputId) {
      log.info({ outputId }, 'output works again')
      withdraw(DISABLED, outputId)
    },
    forget(outputId) {
      untold.delete(outputId)
      withdraw(DISABLED, outputId)
    },
    settled: () => turns(async () => undefined),
  }
}
