/**
 * Live tails: who waits for which messages. Processing threads test every message against the tails and send what
 * matched along with the block; it is passed on once the block is stored, so whatever a tail shows can be searched.
 * More than a tail takes becomes an even sample, chosen in the threads. Readers who ask the same of the same streams
 * share one tail: what matches is tested, encoded and kept once for all of them.
 */

import type { TailRate } from '@logyard/contract/live/live-tail'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { createListeners } from '../platform/listeners.ts'
import type { NamedStreams } from '../streams/stream-access.ts'
import { createTailBuffers, type TailBuffer, type TailBufferLimits, type TailReader } from './tail-buffers.ts'
import { messageEvents, tailEvent } from './tail-events.ts'
import type { TailMatches, TailSettings } from './tail-settings.ts'

export interface TailRequest {
  /** The id of the user. */
  readonly user: string
  /** Has been parsed once: it is no error any more. */
  readonly query: string
  readonly streams: NamedStreams
  /** Messages a second above which it samples. */
  readonly limit: number
}

/** One reader of a tail. */
export interface OpenTail extends Disposable {
  /** Events of messages that are stored from now on. */
  readonly reader: TailReader
  /** A buffer for this reader alone, within the budget of all. */
  ownBuffer(): TailBuffer
}

export interface LiveTails extends Disposable {
  open(request: TailRequest): OpenTail
  /** For the processing threads, as of the last change. */
  settings(): readonly TailSettings[]
  onChange(listener: () => void): Disposable
  /** In the order of the journal. */
  stored(matches: readonly TailMatches[]): void
}

export interface TailLimits extends TailBufferLimits {
  readonly tailsOfUser: number
  readonly tails: number
  /** Every message is tested against each of them. */
  readonly differentTails: number
}

export const TAIL_LIMITS = { tailsOfUser: 8, tails: 256, differentTails: 64 } as const
const RATE_EVERY_MS = 1000
/** The share that is sent changes only when it is this far off. */
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

export function createLiveTails({
  clock,
  isHighlighting = false,
  limits: given = {},
}: {
  readonly clock: Clock
  /** As in lists of messages. */
  readonly isHighlighting?: boolean
  readonly limits?: Partial<TailLimits>
}): LiveTails {
  const limits = { ...TAIL_LIMITS, ...given }
  const buffers = createTailBuffers(given)
  /** By what they ask. */
  const tails = new Map<string, SharedTail>()
  const readersOf = new Map<string, number>()
  const listeners = createListeners()
  let number = 0

  function tellRates() {
    let isChanged = false
    for (const tail of tails.values()) {
      const { matched, sent } = tail
      tail.matched = 0
      tail.sent = 0
      // A share takes effect with the next block, and a block may hold more than is sent of it.
      const sample = sent === matched ? 1 : Math.min(tail.settings.share, sent / matched)
      const rate: TailRate = { matched, sent, sample, at: clock.now().toISOString() }
      tail.buffer.add(tailEvent('rate', JSON.stringify(rate)))
      const share = matched <= tail.limit ? 1 : tail.limit / matched
      if (!isOff(share, tail.settings.share)) continue
      tail.settings = { ...tail.settings, share }
      isChanged = true
    }
    if (isChanged) listeners.notify()
  }
  const timer = clock.every(RATE_EVERY_MS, tellRates)

  function countReader(user: string, by: number): void {
    const count = (readersOf.get(user) ?? 0) + by
    if (count === 0) readersOf.delete(user)
    else readersOf.set(user, count)
  }

  function requireRoom(user: string, key: string): void {
    if ((readersOf.get(user) ?? 0) >= limits.tailsOfUser) throw tailsOfUserExhausted(limits.tailsOfUser)
    const all = [...readersOf.values()].reduce((sum, count) => sum + count, 0)
    if (all >= limits.tails) throw tailsExhausted(limits.tails)
    if (!tails.has(key) && tails.size >= limits.differentTails) throw tailsExhausted(limits.differentTails)
  }

  function tailFor(key: string, { query, streams, limit }: TailRequest): SharedTail {
    const known = tails.get(key)
    if (known !== undefined) return known
    number += 1
    const settings = { id: number, query, streams: streams.ids, share: 1, isHighlighted: isHighlighting }
    const tail = { settings, limit, buffer: buffers.open(), readers: 0, matched: 0, sent: 0 }
    tails.set(key, tail)
    listeners.notify()
    return tail
  }

  return {
    open(request) {
      const { user, query, streams, limit } = request
      // The streams are those that the reader may read: nobody shares a tail with readers of other streams.
      const key = JSON.stringify([query, limit, [...streams.ids].sort()])
      requireRoom(user, key)
      const tail = tailFor(key, request)
      const reader = tail.buffer.read()
      tail.readers += 1
      countReader(user, 1)
      let isOpen = true
      return {
        reader,
        ownBuffer: buffers.open,
        [Symbol.dispose]() {
          if (!isOpen) return
          isOpen = false
          reader[Symbol.dispose]()
          countReader(user, -1)
          tail.readers -= 1
          if (tail.readers > 0) return
          tails.delete(key)
          listeners.notify()
        },
      }
    },
    settings: () => Array.from(tails.values(), ({ settings }) => settings),
    onChange: listeners.add,
    stored(all) {
      if (all.length === 0) return
      const byId = new Map(Array.from(tails.values(), (tail) => [tail.settings.id, tail]))
      for (const matches of all) {
        const tail = byId.get(matches.tail)
        if (tail === undefined) continue
        tail.matched += matches.matched
        tail.sent += matches.hits.length
        for (const event of messageEvents(matches)) tail.buffer.add(event)
      }
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  }
}

/** All or not all is always told apart. */
const isOff = (wanted: number, now: number): boolean =>
  wanted === 1 ? now !== 1 : now === 1 || wanted > now * TOLERANCE || wanted * TOLERANCE < now
