/** Stops a stream whose regular expressions take too long, before they hold up all other messages. */
import type { Notifications } from '../cluster/notifications.ts'
import type { StoredStream } from './stream-store.ts'

const MAX_FAULTS = 3
const NOTIFICATION = 'stream_processing_disabled'

export interface StreamFaults {
  /** One more rule of this stream has run into its time limit. */
  add(streamId: string): Promise<void>
  /** The stream was resumed or deleted: its faults, and the warning of them, are over. */
  forget(streamId: string): Promise<void>
}

export function createStreamFaults(deps: {
  readonly notifications: Notifications
  /** Answers the stream if it was running. */
  readonly stop: (streamId: string) => Promise<StoredStream | undefined>
  readonly exceeded: (streamId: string) => void
}): StreamFaults {
  const { notifications, stop, exceeded } = deps
  const counts = new Map<string, number>()
  return {
    async add(streamId) {
      const count = (counts.get(streamId) ?? 0) + 1
      counts.set(streamId, count)
      if (count !== MAX_FAULTS) return
      const stopped = await stop(streamId)
      if (stopped === undefined) return
      exceeded(streamId)
      const details = { stream_id: streamId, stream_title: stopped.title, fault_count: count }
      await notifications.raise(NOTIFICATION, 'urgent', details)
    },
    async forget(streamId) {
      counts.delete(streamId)
      const warned = (await notifications.list()).some(
        ({ type, details }) => type === NOTIFICATION && details['stream_id'] === streamId,
      )
      if (warned) await notifications.remove(NOTIFICATION)
    },
  }
}
