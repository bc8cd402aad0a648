/** What follows when processing finds the rules of a stream too slow for it. */
import type { Notifications } from '../notices/notifications.ts'
import type { StoredStream } from './stream-store.ts'

const NOTIFICATION = 'stream_processing_disabled'

export interface StreamFaults {
  warn(stream: StoredStream, faults: number): Promise<void>
  /** The stream was resumed or deleted: the warning of it, if there is one, is over. */
  forget(streamId: string): Promise<void>
}

export function createStreamFaults({ notifications }: { readonly notifications: Notifications }): StreamFaults {
  return {
    async warn({ id, title }, faults) {
      const details = { stream_id: id, stream_title: title, fault_count: faults }
      await notifications.raise(NOTIFICATION, 'urgent', details)
    },
    async forget(streamId) {
      const isWarnedOf = (await notifications.list()).some(
        ({ type, details }) => type === NOTIFICATION && details['stream_id'] === streamId,
      )
      if (isWarnedOf) await notifications.remove(NOTIFICATION)
    },
  }
}
