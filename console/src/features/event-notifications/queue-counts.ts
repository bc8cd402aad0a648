import type { QueuedNotification } from '@logyard/contract/event-notifications/event-notifications'

export type QueueState = 'waiting' | 'sending' | 'retry' | 'failed'

/** `retry`: an attempt failed, and another one follows. */
export function queueStateOf({ status, problem }: QueuedNotification): QueueState {
  if (status === 'error') return 'failed'
  if (status === 'running') return 'sending'
  return problem === null ? 'waiting' : 'retry'
}

export interface QueueCounts {
  readonly waiting: number
  /** Waiting, and tried at least once. */
  readonly retried: number
  readonly failed: number
}

const NONE: QueueCounts = { waiting: 0, retried: 0, failed: 0 }

/** Counts by the id of the notification. */
export function queueCounts(queued: readonly QueuedNotification[]): ReadonlyMap<string, QueueCounts> {
  const counts = new Map<string, QueueCounts>()
  for (const one of queued) {
    const { waiting, retried, failed } = counts.get(one.notification_id) ?? NONE
    const state = queueStateOf(one)
    counts.set(one.notification_id, {
      waiting: waiting + Number(state !== 'failed'),
      retried: retried + Number(state === 'retry'),
      failed: failed + Number(state === 'failed'),
    })
  }
  return counts
}
