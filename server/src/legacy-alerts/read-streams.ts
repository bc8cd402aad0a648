/** Which streams' alerts a caller may see and change. */
import type { Caller } from '../http/caller.ts'
import type { Streams } from '../streams/stream-service.ts'

export type ReadStreams = ReturnType<typeof createReadStreams>

export function createReadStreams(streams: Pick<Streams, 'list' | 'get'>) {
  /** Throws if there is no such stream. */
  async function requireStream(id: string): Promise<void> {
    await streams.get(id)
  }
  return {
    /** Ids, oldest first. */
    readable: async (caller: Caller) =>
      (await streams.list()).map(({ id }) => id).filter((id) => caller.holds(`streams:read:${id}`)),
    requireStream,
    /** Checks and alarms send messages: only a user who may read these messages may request that. */
    async requireEditor(caller: Caller, id: string) {
      caller.require(`streams:edit:${id}`)
      caller.require(`streams:read:${id}`)
      await requireStream(id)
    },
  }
}
