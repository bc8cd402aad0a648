/** Notifications about streams that were paused because their rules are too slow. */
import type { Notifications } from '../notices/notifications.ts'
import type { StoredStream } from './stream-store.ts'

const NOTIFICATION = 'stream_processing_disabled'

export type StreamFaults = ReturnType<typeof createStreamFaults>

export function createStreamFaults({ notifications }: { readonly notifications: Notifications }) {
  return {
    async warn({ id, title }: StoredStream, faults: number) {
      const details = { stream_id: id, stream_title: title, fault_count: faults }
      await notifications.raise(NOTIFICATION, 'urgent', details)
    },
    /** Removes the notification, if there is one, after the stream was resumed or deleted. */
    async forget(streamId: string) {
      const hasWarning = (await notifications.list()).some(
        ({ type, details }) => type === NOTIFICATION && details['stream_id'] === streamId,
      )
      if (hasWarning) await notifications.remove(NOTIFICATION)
    },
  }
}
