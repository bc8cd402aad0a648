import { Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import { maskCredentials } from '../platform/server-log/mask-credentials.ts'
import { defineCollection, type SettingsStore, type Write } from '../platform/settings/settings-store.ts'

/** The activity log of the nodes for administrators: starts, stops, jobs. */
export type SystemMessages = ReturnType<typeof createSystemMessages>

const PER_PAGE = 30
const MAX_KEPT = 10_000
/** Old messages are deleted in batches of this size, not one with each new message. */
const DELETED_AT_ONCE = 500

const MessageRecord = Type.Object({
  id: Type.String(),
  caller: Type.String(),
  content: Type.String(),
  timestamp: Type.String(),
  node_id: Type.String(),
})
const messageRecords = defineCollection({ name: 'system_messages', audit: 'note', schema: MessageRecord })

const everything = { chunks: [] }

export function createSystemMessages(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
  readonly nodeId: string
}) {
  const { settings, clock, ids, nodeId } = deps
  const records = settings.collection(messageRecords)

  async function deletingOldest(): Promise<readonly Write[]> {
    if ((await records.count()) < MAX_KEPT) return []
    const oldest = { query: everything, sort: 'id', order: 'asc', page: 1, perPage: DELETED_AT_ONCE } as const
    const { rows } = await records.page(oldest)
    return rows.map(({ id }) => records.deleting(id))
  }

  /** Writes for the commit of what the message is about. */
  async function writing(caller: string, content: string): Promise<readonly Write[]> {
    const timestamp = clock.now().toISOString()
    const message = { id: ids.next(), caller, content: maskCredentials(content), timestamp, node_id: nodeId }
    return [records.inserting(message), ...(await deletingOldest())]
  }

  return {
    /** `caller` is the part of Logyard that acted. */
    write: async (caller: string, content: string) => settings.commit(await writing(caller, content)),
    writing,
    /** Those of a part of Logyard, oldest first. */
    of: async (caller: string) => (await records.list()).filter((one) => one.caller === caller),
    /** Newest first; pages count from 1. */
    async page(page: number) {
      // Ids grow with time, also between two messages of the same millisecond.
      const request = { query: everything, sort: 'id', order: 'desc', page, perPage: PER_PAGE } as const
      const { rows, total } = await records.page(request)
      return { messages: rows.map(({ id: _, ...message }) => message), total }
    },
  }
}
