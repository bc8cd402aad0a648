/**
 * Which streams a caller may search. Whoever answers with messages, or with anything computed from them, asks here
 * before it runs; what comes out goes into a `MessageScope`, which turns it into SQL.
 */
import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams'
import type { Caller } from '../http/caller.ts'
import { LogyardError } from '../platform/errors.ts'

export const EVENT_STREAM_IDS: readonly string[] = [EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID]

export const missingStreamPermission = (streams: readonly string[]) => {
  const message =
    streams.length === 0
      ? 'There are no streams that you are allowed to search.'
      : `The search names streams that you are not allowed to read: ${streams.join(', ')}`
  const body = { type: 'MissingStreamPermission', message, streams: [...streams] }
  return new LogyardError('denied', 'stream-permission-missing', message, { body })
}

export interface StreamAccess {
  /** All that the caller may read, but those of events: what a search has that names none. May be none. */
  readable(caller: Caller): Promise<readonly string[]>
  /** As `readable`; throws `missingStreamPermission` when there are none. */
  requireSome(caller: Caller): Promise<readonly string[]>
  /** Whether the caller may see every message, whatever streams it is in. */
  isEverything(caller: Caller): boolean
  /** Throws `missingStreamPermission` with those that the caller may not read. */
  require(caller: Caller, streamIds: Iterable<string>): void
}

export function createStreamAccess(streams: { list(): Promise<readonly { readonly id: string }[]> }): StreamAccess {
  const mayRead = (caller: Caller, id: string) => caller.holds(`streams:read:${id}`)
  const readable = async (caller: Caller) =>
    (await streams.list()).map(({ id }) => id).filter((id) => !EVENT_STREAM_IDS.includes(id) && mayRead(caller, id))
  return {
    readable,
    async requireSome(caller) {
      const ids = await readable(caller)
      if (ids.length === 0) throw missingStreamPermission([])
      return ids
    },
    isEverything: (caller) => caller.holds('streams:read:*'),
    require(caller, streamIds) {
      const missing = [...new Set(streamIds)].filter((id) => !mayRead(caller, id))
      if (missing.length > 0) throw missingStreamPermission(missing)
    },
  }
}
