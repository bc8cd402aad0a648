/**
 * Live tails: who waits for which messages. Processing threads test every message against the tails and send what
 * matched along with the block; it is passed on once the block is stored, so whatever a tail shows can be searched.
 * More than a tail takes becomes an even sample, chosen in the threads.
 */
import type { TailRate } from '@logyard/contract/live-tail'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { NamedStreams } from '../search/stream-access.ts'
import type { TailMatches, TailSettings } from './tail-settings.ts'

export interface TailRequest {
  /** Has been parsed once: it is no error any more. */
  readonly query: string
  readonly streams: NamedStreams
  /** Messages a second above which it samples. */
  readonly limit: number
}

export interface TailSink {
  messages(matches: TailMatches): void
  rate(rate: TailRate): void
}

export interface LiveTails extends Disposable {
  /** Messages stored from now on reach the sink until the tail is disposed. */
  open(request: TailRequest, sink: TailSink): Disposable
  /** For the processing threads, as of the last change. */
  settings(): readonly TailSettings[]
  onChange(listener: () => void): Disposable
  /** In the order of the journal. */
  stored(matches: readonly TailMatches[]): void
}

/** Every message is tested against every tail. */
const MAX_TAILS = 64
const RATE_EVERY_MS = 1000
/** The share that is sent changes only when it is this far off. */
const TOLERANCE = 1.25

interface OpenTail {
  settings: TailSettings
  readonly limit: number
  readonly sink: TailSink
  matched: number
  sent: number
}

const tailsExhausted = () =>
  new LogyardError('overloaded', 'live-tails-exhausted', `There are ${MAX_TAILS} live tails already`, {
    retryAfterSeconds: 30,
  })

export function createLiveTails({
  clock,
  isHighlighting = false,
}: {
  readonly clock: Clock
  /** As in lists of messages. */
  readonly isHighlighting?: boolean
}): LiveTails {
  const tails = new Map<number, OpenTail>()
  const listeners = new Set<() => void>()
  let number = 0

  const announce = () => {
    for (const listener of [...listeners]) listener()
  }

  function tellRates() {
    let isChanged = false
    for (const tail of tails.values()) {
      const { matched, sent } = tail
      tail.matched = 0
      tail.sent = 0
      // A share takes effect with the next block: until then everything was sent.
      const sample = sent === matched ? 1 : tail.settings.share
      tail.sink.rate({ matched, sent, sample, at: clock.now().toISOString() })
      const share = matched <= tail.limit ? 1 : tail.limit / matched
      if (!isOff(share, tail.settings.share)) continue
      tail.settings = { ...tail.settings, share }
      isChanged = true
    }
    if (isChanged) announce()
  }
  const timer = clock.every(RATE_EVERY_MS, tellRates)

  return {
    open({ query, streams, limit }, sink) {
      if (tails.size >= MAX_TAILS) throw tailsExhausted()
      number += 1
      const id = number
      const settings = { id, query, streams: streams.ids, share: 1, isHighlighted: isHighlighting }
      tails.set(id, { settings, limit, sink, matched: 0, sent: 0 })
      announce()
      return {
        [Symbol.dispose]() {
          if (tails.delete(id)) announce()
        },
      }
    },
    settings: () => Array.from(tails.values(), ({ settings }) => settings),
    onChange(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    stored(all) {
      for (const matches of all) {
        const tail = tails.get(matches.tail)
        if (tail === undefined) continue
        tail.matched += matches.matched
        tail.sent += matches.hits.length
        if (matches.hits.length > 0) tail.sink.messages(matches)
      }
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  }
}

/** All or not all is always told apart. */
const isOff = (wanted: number, now: number): boolean =>
  wanted === 1 ? now !== 1 : now === 1 || wanted > now * TOLERANCE || wanted * TOLERANCE < now
