/** Which streams' alerts a caller may see and change. */
import type { Caller } from '../http/caller.ts'
import type { Streams } from '../streams/stream-service.ts'

export interface ReadStreams {
  /** Ids, oldest first. */
  readable(caller: Caller): Promise<readonly string[]>
  /** Throws if there is no such stream. */
  requireStream(id: string): Promise<void>
  /** Checks and alarms send messages: only a user who may read these messages may request that. */
  requireEditor(caller: Caller, id: string): Promise<void>
}

export function createReadStreams(streams: Pick<Streams, 'list' | 'get'>): ReadStreams {
  async function requireStream(id: string): Promise<void> {
    await streams.get(id)
  }
  return {
    readable: async (caller) =>
      (await streams.list()).map(({ id }) => id).filter((id) => caller.holds(`streams:read:${id}`)),
    requireStream,
    async requireEditor(caller, id) {
      caller.require(`streams:edit:${id}`)
      caller.require(`streams:read:${id}`)
      await requireStream(id)
    },
  }
}
