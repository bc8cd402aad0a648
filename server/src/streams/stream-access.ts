/**
 * Which streams a caller may search. Everything that answers with messages, or with figures computed from them, asks
 * here first; the answer goes into a `MessageScope`, which turns it into SQL. Only this file creates `ReadableStreams`,
 * so no scope exists without the check.
 */
import { NOTIFICATION_TYPES } from '@logyard/contract/notices/notifications'
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

/** Types of notifications of the system whose events may be read. */
export type SystemEventTypes = 'all' | readonly string[]

/** The streams that a scope may read. */
class ReadableStreams {
  readonly #choice: StreamChoice
  readonly #systemEvents: SystemEventTypes

  constructor(choice: StreamChoice, systemEvents: SystemEventTypes) {
    this.#choice = choice
    this.#systemEvents = systemEvents
  }

  get choice(): StreamChoice {
    return this.#choice
  }

  /** The permission to read their stream does not include the permission to read them. */
  get systemEvents(): SystemEventTypes {
    return this.#systemEvents
  }

  /** Scopes are used as map keys, so different streams must give different JSON. */
  toJSON(): unknown {
    return this.#systemEvents === 'all' ? this.#choice : [this.#choice, this.#systemEvents]
  }
}

/** Streams by their ids. */
class NamedStreams extends ReadableStreams {
  readonly #ids: readonly string[]

  constructor(ids: readonly string[], systemEvents: SystemEventTypes) {
    super(ids, systemEvents)
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

function named(caller: Caller, requested: Iterable<string>): NamedStreams {
  const ids = [...new Set(requested)].filter(isStreamId)
  return new NamedStreams(ids, ids.includes(SYSTEM_EVENTS_STREAM_ID) ? systemEventTypes(caller) : 'all')
}

function systemEventTypes(caller: Caller): SystemEventTypes {
  const types = NOTIFICATION_TYPES.filter((type) => caller.holds(`notifications:read:${type}`))
  return types.length === NOTIFICATION_TYPES.length ? 'all' : types
}

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
  new ReadableStreams({ outsideIndices: [] }, 'all')

/** For alert conditions: each reads only the stream that it belongs to, and only editors of the stream change it. */
export const streamOfCondition = (streamId: string): NamedStreams =>
  new NamedStreams([streamId].filter(isStreamId), streamId === SYSTEM_EVENTS_STREAM_ID ? [] : 'all')

export type StreamAccess = ReturnType<typeof createStreamAccess>

export function createStreamAccess(streams: { list(): Promise<readonly { readonly id: string }[]> }) {
  const mayRead = (caller: Caller, id: string) => caller.holds(`streams:read:${id}`)
  /** The default of a search that names no stream: all that the caller may read except event streams. May be empty. */
  const readable = async (caller: Caller) =>
    (await streams.list()).map(({ id }) => id).filter((id) => !EVENT_STREAM_IDS.includes(id) && mayRead(caller, id))
  /** As `readable`; throws `missingStreamPermission` if there are none. */
  const requireSome = async (caller: Caller) => {
    const ids = await readable(caller)
    if (ids.length === 0) throw missingStreamPermission([])
    return ids
  }
  /** Throws `missingStreamPermission`, naming the streams that the caller may not read. */
  const require = (caller: Caller, streamIds: Iterable<string>) => {
    const requested = new Set(streamIds)
    const missing = [...requested].filter((id) => !mayRead(caller, id))
    if (missing.length > 0) throw missingStreamPermission(missing)
    return named(caller, requested)
  }
  return {
    readable,
    requireSome,
    require,
    /** The named streams or, if there are none, all that the caller may read; throws as `require` and `requireSome`. */
    choose: async (caller: Caller, streamIds: readonly string[]) =>
      require(caller, streamIds.length > 0 ? streamIds : await requireSome(caller)),
    /** Those of the named streams that the caller may read. */
    among: (caller: Caller, streamIds: Iterable<string>) =>
      named(
        caller,
        [...streamIds].filter((id) => mayRead(caller, id)),
      ),
    /** All messages, if the caller may read every stream; otherwise `undefined`. */
    everything: (caller: Caller) =>
      caller.holds('streams:read:*')
        ? new ReadableStreams({ outsideIndices: [] }, systemEventTypes(caller))
        : undefined,
    /** All messages outside of the indices, those of events; throws if the caller lacks the permission. */
    outsideIndices(caller: Caller, permission: string, indices: readonly string[]) {
      caller.require(permission)
      return new ReadableStreams({ outsideIndices: [...indices] }, 'all')
    },
  }
}
