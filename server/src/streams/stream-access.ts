/**
 * Which streams a caller may search. Everything that answers with messages, or with figures computed from them, asks
 * here first; the answer goes into a `MessageScope`, which turns it into SQL. Only this file creates `ReadableStreams`,
 * so no scope exists without the check.
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

/** Stream ids; or, for callers who may read everything, all messages outside of the given indices. */
export type StreamChoice = readonly string[] | { readonly outsideIndices: readonly string[] }

/** The streams that a scope may read. */
class ReadableStreams {
  readonly #choice: StreamChoice

  constructor(choice: StreamChoice) {
    this.#choice = choice
  }

  get choice(): StreamChoice {
    return this.#choice
  }

  /** Scopes are used as map keys, so different streams must give different JSON. */
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

/** No stream has an id of another form. */
const STREAM_ID = /^[0-9a-f]{24}$/
export const isStreamId = (id: string): boolean => STREAM_ID.test(id)

const named = (ids: Iterable<string>): NamedStreams => new NamedStreams([...new Set(ids)].filter(isStreamId))

/** Why the server reads messages of all streams without a caller's permission. */
export type ServerPurpose =
  /** To tell whether a cached partition is still valid. These counts are never part of an answer. */
  | 'count messages by time partition'
  /** Where counting starts. It decides how the work is divided and is never part of an answer. */
  | 'find the first message'
  /** To answer that a message exists but may not be read, as the API always has. */
  | 'find the streams of a message'
  /** Events are permitted by the streams that they are about: `events/search/event-scope.ts` adds that condition. */
  | 'search events'

export const readableForServer = (_purpose: ServerPurpose): ReadableStreams =>
  new ReadableStreams({ outsideIndices: [] })

export interface StreamAccess {
  /** The default of a search that names no stream: all that the caller may read except event streams. May be empty. */
  readable(caller: Caller): Promise<readonly string[]>
  /** As `readable`; throws `missingStreamPermission` if there are none. */
  requireSome(caller: Caller): Promise<readonly string[]>
  /** Throws `missingStreamPermission`, naming the streams that the caller may not read. */
  require(caller: Caller, streamIds: Iterable<string>): NamedStreams
  /** The named streams or, if there are none, all that the caller may read; throws as `require` and `requireSome`. */
  choose(caller: Caller, streamIds: readonly string[]): Promise<NamedStreams>
  /** Those of the named streams that the caller may read. */
  among(caller: Caller, streamIds: Iterable<string>): NamedStreams
  /** All messages, if the caller may read every stream; otherwise `undefined`. */
  everything(caller: Caller): ReadableStreams | undefined
  /** All messages outside of the indices; throws if the caller lacks the permission. */
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
    const requested = new Set(streamIds)
    const missing = [...requested].filter((id) => !mayRead(caller, id))
    if (missing.length > 0) throw missingStreamPermission(missing)
    return named(requested)
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
