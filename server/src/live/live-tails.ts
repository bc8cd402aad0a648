/**
 * Live tails. Workers test every message against the tails and return the matches with each block; tails get them once
 * the block is stored, so a search finds whatever a tail shows. Above a tail's limit, workers send an even sample.
 * Readers with the same query, streams and limit share one tail: its matches are tested, encoded and buffered once.
 */

import type { TailRate } from '@logyard/contract/live/live-tail'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { createListeners, type Listeners } from '../platform/listeners.ts'
import type { NamedStreams } from '../streams/stream-access.ts'
import {
  createTailBuffers,
  TAIL_BUFFER_LIMITS,
  type TailBuffer,
  type TailBufferLimits,
  type TailBuffers,
  type TailReader,
} from './tail-buffers.ts'
import { messageEvents, rateEvent } from './tail-events.ts'
import type { TailMatches, TailSettings } from './tail-settings.ts'

export interface TailRequest {
  /** The id of the user. */
  readonly user: string
  /** Already validated. */
  readonly query: string
  /** The fields with stored numbers, of those that the query names. */
  readonly numberFields: readonly string[]
  readonly streams: NamedStreams
  /** Messages per second. Above it, the tail is a sample. */
  readonly limit: number
}

/** One reader of a tail. */
export interface OpenTail extends Disposable {
  /** Reads the events of messages that are stored from now on. */
  readonly reader: TailReader
  /** Opens a buffer for this reader alone, within the shared budget. */
  ownBuffer(): TailBuffer
}

export type LiveTails = ReturnType<typeof createLiveTails>

export interface TailLimits extends TailBufferLimits {
  readonly tailsOfUser: number
  readonly tails: number
  /** Tails that cannot be shared: every message is tested against each of them. */
  readonly differentTails: number
}

export const TAIL_LIMITS = { tailsOfUser: 8, tails: 256, differentTails: 64 } as const
const RATE_EVERY_MS = 1000
/** The sampled share is adjusted only if it is off by more than this factor. */
const TOLERANCE = 1.25

interface SharedTail {
  settings: TailSettings
  readonly limit: number
  readonly buffer: TailBuffer
  readers: number
  matched: number
  sent: number
}

const RETRY = { retryAfterSeconds: 30 } as const
const tailsOfUserExhausted = (count: number) =>
  new LogyardError(
    'overloaded',
    'live-tails-of-user-exhausted',
    `You have ${count} live tails open, the most that one user may have: close one of them first.`,
    RETRY,
  )
const tailsExhausted = (count: number) =>
  new LogyardError('overloaded', 'live-tails-exhausted', `There are ${count} live tails already`, RETRY)

interface Tails {
  readonly limits: TailLimits
  readonly buffers: TailBuffers
  readonly clock: Clock
  readonly isHighlighting: boolean
  /** Tails by query, limit and streams. */
  readonly shared: Map<string, SharedTail>
  readonly readersByUser: Map<string, number>
  readonly listeners: Listeners<[]>
  lastId: number
}

export function createLiveTails({
  clock,
  isHighlighting = false,
  limits: given = {},
}: {
  readonly clock: Clock
  /** As in lists of messages. */
  readonly isHighlighting?: boolean
  readonly limits?: Partial<TailLimits>
}) {
  const tails: Tails = {
    limits: { ...TAIL_BUFFER_LIMITS, ...TAIL_LIMITS, ...given },
    buffers: createTailBuffers(given),
    clock,
    isHighlighting,
    shared: new Map(),
    readersByUser: new Map(),
    listeners: createListeners(),
    lastId: 0,
  }
  const timer = clock.every(RATE_EVERY_MS, () => sendRates(tails))
  return {
    open: (request: TailRequest) => open(tails, request),
    /** The current tails, for the workers. */
    settings: () => Array.from(tails.shared.values(), ({ settings }) => settings),
    onChange: tails.listeners.add,
    /** Passes matches on to their tails; called in journal order. */
    stored: (matches: readonly TailMatches[]) => passOn(tails, matches),
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  }
}

function open(tails: Tails, request: TailRequest): OpenTail {
  const { user, query, streams, limit } = request
  // The streams are those that the user may read, so users with other permissions never share a tail.
  const key = JSON.stringify([query, limit, [...streams.ids].sort()])
  requireRoom(tails, user, key)
  const tail = tails.shared.get(key) ?? startTail(tails, key, request)
  const reader = tail.buffer.read()
  tail.readers += 1
  countReader(tails, user, 1)
  let isOpen = true
  return {
    reader,
    ownBuffer: tails.buffers.open,
    [Symbol.dispose]() {
      if (!isOpen) return
      isOpen = false
      reader[Symbol.dispose]()
      countReader(tails, user, -1)
      tail.readers -= 1
      if (tail.readers > 0) return
      tails.shared.delete(key)
      tails.listeners.notify()
    },
  }
}

function requireRoom({ limits, shared, readersByUser }: Tails, user: string, key: string): void {
  if ((readersByUser.get(user) ?? 0) >= limits.tailsOfUser) throw tailsOfUserExhausted(limits.tailsOfUser)
  const all = [...readersByUser.values()].reduce((sum, count) => sum + count, 0)
  if (all >= limits.tails) throw tailsExhausted(limits.tails)
  if (!shared.has(key) && shared.size >= limits.differentTails) throw tailsExhausted(limits.differentTails)
}

function startTail(tails: Tails, key: string, { query, numberFields, streams, limit }: TailRequest): SharedTail {
  tails.lastId += 1
  const settings = {
    id: tails.lastId,
    query,
    numberFields,
    streams: streams.ids,
    share: 1,
    isHighlighted: tails.isHighlighting,
  }
  const tail = { settings, limit, buffer: tails.buffers.open(), readers: 0, matched: 0, sent: 0 }
  tails.shared.set(key, tail)
  tails.listeners.notify()
  return tail
}

function countReader({ readersByUser }: Tails, user: string, by: number): void {
  const count = (readersByUser.get(user) ?? 0) + by
  if (count === 0) readersByUser.delete(user)
  else readersByUser.set(user, count)
}

/** Sends each tail its rate of the last second, and adjusts the share that workers send of it. */
function sendRates({ shared, clock, listeners }: Tails): void {
  let isChanged = false
  for (const tail of shared.values()) {
    const { matched, sent } = tail
    tail.matched = 0
    tail.sent = 0
    // A new share applies from the next block on, and a block may match more than is sent of it.
    const sample = sent === matched ? 1 : Math.min(tail.settings.share, sent / matched)
    const rate: TailRate = { matched, sent, sample, at: clock.now().toISOString() }
    tail.buffer.add(rateEvent(rate))
    const share = matched <= tail.limit ? 1 : tail.limit / matched
    if (!isOff(share, tail.settings.share)) continue
    tail.settings = { ...tail.settings, share }
    isChanged = true
  }
  if (isChanged) listeners.notify()
}

/** A change between sampling and not sampling always counts. */
const isOff = (wanted: number, now: number): boolean =>
  wanted === 1 ? now !== 1 : now === 1 || wanted > now * TOLERANCE || wanted * TOLERANCE < now

function passOn({ shared }: Tails, all: readonly TailMatches[]): void {
  if (all.length === 0) return
  const byId = new Map(Array.from(shared.values(), (tail) => [tail.settings.id, tail]))
  for (const matches of all) {
    const tail = byId.get(matches.tail)
    if (tail === undefined) continue
    tail.matched += matches.matched
    tail.sent += matches.hits.length
    for (const event of messageEvents(matches)) tail.buffer.add(event)
  }
}
