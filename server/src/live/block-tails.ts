/** Tests the messages of a block against the live tails, in a worker. */

import { compileHighlights, type Highlighter } from '@logyard/languages/query/compile-highlights'
import {
  compilePredicate,
  type MessagePredicate,
  type QueryableMessage,
} from '@logyard/languages/query/compile-predicate'
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { TailSettings } from './tail-settings.ts'

/** Hits per block and tail; further matches are only counted. */
export const MAX_HITS = 1000
/** Characters of all tails' hits; posting to the main thread copies them for each tail. */
export const MAX_TEXT = 16 * 1024 * 1024

interface Tail {
  readonly settings: TailSettings
  readonly streams: ReadonlySet<string>
  readonly matches: MessagePredicate
  readonly highlight: Highlighter | undefined
  matched: number
  hits: string[]
  ids: string[]
  lastId: string
}

export function createBlockTails(now: () => number) {
  let tails: readonly Tail[] = []
  let textLength = 0

  function add(tail: Tail, id: string, text: string): void {
    if (textLength + text.length > MAX_TEXT) return
    textLength += text.length
    tail.hits.push(text)
    tail.ids.push(id)
  }

  return {
    configure(all: readonly TailSettings[]) {
      tails = all.flatMap((settings) => {
        const parsed = parseQuery(settings.query, { allowLeadingWildcard: true })
        if (!parsed.ok) return []
        const streams = new Set(settings.streams)
        const numberFields = new Set(settings.numberFields)
        const matches = compilePredicate(parsed.tree, { now, holdsNumbers: (name) => numberFields.has(name) })
        const highlight = settings.isHighlighted ? compileHighlights(parsed.tree) : undefined
        return [{ settings, streams, matches, highlight, matched: 0, hits: [], ids: [], lastId: '' }]
      })
    },
    /** False if there are no tails: then the caller need not prepare anything. */
    isWatched: () => tails.length > 0,
    /**
     * `copies` are the message in each of its indices; the first that matches is sent. `number`, different for each
     * message, chooses the sample. `hit` encodes a copy, given its position and its highlight ranges as JSON; it is called
     * only for a match.
     */
    offer(
      copies: readonly QueryableMessage[],
      streams: readonly string[],
      id: string,
      number: number,
      hit: (at: number, highlightRanges: string) => string,
    ) {
      const texts: string[] = []
      for (const tail of tails) {
        if (!streams.some((stream) => tail.streams.has(stream))) continue
        const at = copies.findIndex(tail.matches)
        const copy = copies[at]
        if (copy === undefined) continue
        tail.matched += 1
        tail.lastId = id
        if (tail.hits.length >= MAX_HITS || !isInSample(number, tail.settings.share)) continue
        if (tail.highlight === undefined) {
          texts[at] ??= hit(at, '{}')
          add(tail, id, texts[at])
        } else add(tail, id, hit(at, rangesIn(copy, tail.highlight)))
      }
    },
    /** Returns the matches since the last call. */
    take() {
      textLength = 0
      const found = tails.filter(({ matched }) => matched > 0)
      return found.map((tail) => {
        const { settings, matched, hits, ids, lastId } = tail
        tail.matched = 0
        tail.hits = []
        tail.ids = []
        return { tail: settings.id, matched, hits, ids, lastId }
      })
    },
  }
}

function rangesIn(message: QueryableMessage, highlight: Highlighter): string {
  const byField: Record<string, unknown> = {}
  for (const name of message.names()) {
    const ranges = highlight(name, message.get(name), message.analyzer)
    if (ranges.length > 0) byField[name] = ranges
  }
  return JSON.stringify(byField)
}

/** A multiplicative hash: it spreads consecutive numbers evenly. */
const isInSample = (number: number, share: number): boolean =>
  share === 1 || (Math.imul(number | 0, 0x9e3779b1) >>> 0) / 2 ** 32 < share
