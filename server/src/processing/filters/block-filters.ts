/** Tests the messages of a block against the filters, in a worker. */
import {
  compilePredicate,
  createTextFields,
  type MessagePredicate,
  type QueryableMessage,
} from '@logyard/languages/query/compile-predicate'
import { parseQuery } from '@logyard/languages/query/parse-query'
import { type FilterMatches, joinSpans, type MatchedSpan, type MessageFilter } from './message-filter.ts'

interface Filter {
  readonly id: string
  readonly matches: MessagePredicate
  matched: MatchedSpan | undefined
}

const NONE: FilterMatches = new Map()

export function createBlockFilters(now: () => number) {
  let filters: readonly Filter[] = []
  let hasMatches = false

  function note(filter: Filter, ms: number): void {
    hasMatches = true
    filter.matched = joinSpans(filter.matched, { fromMs: ms, toMs: ms })
  }

  return {
    configure(all: readonly MessageFilter[]) {
      const texts = createTextFields()
      filters = all.map(({ id, query, numberFields }) => {
        const parsed = parseQuery(query, { allowLeadingWildcard: true })
        const numbers = new Set(numberFields)
        const options = { now, holdsNumbers: (name: string) => numbers.has(name), texts }
        return { id, matches: parsed.ok ? compilePredicate(parsed.tree, options) : () => false, matched: undefined }
      })
    },
    /** `positions` of the filters that are about the message; `copies` are the message in each of its indices. */
    offer(positions: readonly number[], timestampMs: number, copies: readonly QueryableMessage[]) {
      for (const position of positions) {
        const filter = filters[position]
        if (filter !== undefined && copies.some(filter.matches)) note(filter, timestampMs)
      }
    },
    /** Returns the matches since the last call. */
    take(): FilterMatches {
      if (!hasMatches) return NONE
      hasMatches = false
      const taken = new Map<string, MatchedSpan>()
      for (const filter of filters) {
        if (filter.matched !== undefined) taken.set(filter.id, filter.matched)
        filter.matched = undefined
      }
      return taken
    },
  }
}
