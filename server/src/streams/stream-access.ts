/**
 * Which streams a caller may search. What answers with messages, or with anything computed from them, asks here before
 * it runs; the answer goes into a `MessageScope`, which turns it into SQL. Nothing else makes `ReadableStreams`, so no
 * scope exists without the check.
 */
import { EVENTS_STREAM_ID, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
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

/** Streams by id; or whatever is not in one of these indices, for those who may see everything. */
export type StreamChoice = readonly string[] | { readonly outsideIndices: readonly string[] }

/** What a scope may read. */
class ReadableStreams {
  readonly #choice: StreamChoice

  constructor(choice: StreamChoice) {
    this.#choice = choice
  }

  get choice(): StreamChoice {
    return this.#choice
  }

  /** In a key of a map, different streams must never look alike. */
  toJSON(): StreamChoice {
    return this.#choice
  }
}

/** Streams by their ids. */
class NamedStreams extends ReadableStreams {
  readonly #ids: readonly string[]

  constructor(ids: readonly string[]) {
    super(ids)
    this.#ids = ids
  }

  get ids(): readonly string[] {
    return this.#ids
  }
}

export type { NamedStreams, ReadableStreams }

/** No message is in a stream whose id is none. */
const STREAM_ID = /^[0-9a-f]{24}$/
export const isStreamId = (id: string): boolean => STREAM_ID.test(id)

const named = (ids: Iterable<string>): NamedStreams => new NamedStreams([...new Set(ids)].filter(isStreamId))

/** What the server itself reads of messages, where no caller is there whose permission it could ask for. */
export type OwnNeed =
  /** Numbers that tell whether what is kept of a piece of time still counts. Answers show none of them. */
  | 'how many messages a piece of time holds'
  /** Where counting begins; it says how the work is divided, and is in no answer. */
  | 'when the first message of all was'
  /** To tell a caller that a message is there, and may not be read: so has the API always answered. */
  | 'which streams a message is in'

export const readableForServer = (_need: OwnNeed): ReadableStreams => new ReadableStreams({ outsideIndices: [] })

export interface StreamAccess {
  /** All that the caller may read, but those of events: what a search has that names none. May be none. */
  readable(caller: Caller): Promise<readonly string[]>
  /** As `readable`; throws `missingStreamPermission` when there are none. */
  requireSome(caller: Caller): Promise<readonly string[]>
  /** Throws `missingStreamPermission` with those that the caller may not read. */
  require(caller: Caller, streamIds: Iterable<string>): NamedStreams
  /** Those that the caller names, or all that the caller may read; throws as `require` and `requireSome`. */
  choose(caller: Caller, streamIds: readonly string[]): Promise<NamedStreams>
  /** Those of them that the caller may read. */
  among(caller: Caller, streamIds: Iterable<string>): NamedStreams
  /** Every message there is, for a caller who may read every stream; `undefined` for others. */
  everything(caller: Caller): ReadableStreams | undefined
  /** Every message that is in none of the indices, for a caller with the permission; throws for others. */
  outsideIndices(caller: Caller, permission: string, indices: readonly string[]): ReadableStreams
}

export function createStreamAccess(streams: { list(): Promise<readonly { readonly id: string }[]> }): StreamAccess {
  const mayRead = (caller: Caller, id: string) => caller.holds(`streams:read:${id}`)
  const readable = async (caller: Caller) =>
    (await streams.list()).map(({ id }) => id).filter((id) => !EVENT_STREAM_IDS.includes(id) && mayRead(caller, id))
  const requireSome = async (caller: Caller) => {
    const ids = await readable(caller)
    if (ids.length === 0) throw missingStreamPermission([])
    return ids
  }
  const require = (caller: Caller, streamIds: Iterable<string>) => {
    const asked = new Set(streamIds)
    const missing = [...asked].filter((id) => !mayRead(caller, id))
    if (missing.length > 0) throw missingStreamPermission(missing)
    return named(asked)
  }
  return {
    readable,
    requireSome,
    require,
    choose: async (caller, streamIds) => require(caller, streamIds.length > 0 ? streamIds : await requireSome(caller)),
    among: (caller, streamIds) => named([...streamIds].filter((id) => mayRead(caller, id))),
    everything: (caller) => (caller.holds('streams:read:*') ? new ReadableStreams({ outsideIndices: [] }) : undefined),
    outsideIndices(caller, permission, indices) {
      caller.require(permission)
      return new ReadableStreams({ outsideIndices: [...indices] })
    },
  }
}
