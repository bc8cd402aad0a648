/** Notifications about streams that were paused because their rules are too slow. */
import type { Notifications } from '../notices/notifications.ts'
import type { StoredStream } from './stream-store.ts'

const NOTIFICATION = 'stream_processing_disabled'

export interface StreamFaults {
  warn(stream: StoredStream, faults: number): Promise<void>
  /** Removes the notification, if there is one, after the stream was resumed or deleted. */
  forget(streamId: string): Promise<void>
}

export function createStreamFaults({ notifications }: { readonly notifications: Notifications }): StreamFaults {
  return {
    async warn({ id, title }, faults) {
      const details = { stream_id: id, stream_title: title, fault_count: faults }
      await notifications.raise(NOTIFICATION, 'urgent', details)
    },
    async forget(streamId) {
      const hasWarning = (await notifications.list()).some(
        ({ type, details }) => type === NOTIFICATION && details['stream_id'] === streamId,
      )
      if (hasWarning) await notifications.remove(NOTIFICATION)
    },
  }
}
