/** A search for a script: one query with one search type, and how its result becomes a table. */
import type { SearchTable } from '@logyard/contract/search/scripting'
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import type { SearchType } from '@logyard/contract/search/search-types'
import type { SearchDraft } from '@logyard/contract/search/searches'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { LogyardError } from '../../platform/errors.ts'
import { withStreams } from '../plan/search-filter.ts'

export interface Tabulation {
  readonly draft: SearchDraft
  tableOf(result: SearchTypeResult): SearchTable
}

export const scriptRefused = (message: string) => new LogyardError('invalid', 'script-search-refused', message)

/** The part of the request that both kinds of tables have. */
interface Asked {
  readonly query?: string | null
  readonly streams?: readonly string[] | null
  readonly timerange?: TimeRange | null
}

const LAST_MINUTES: TimeRange = { type: 'relative', range: 300 }

export function draftOf({ query, streams, timerange }: Asked, searchType: SearchType): SearchDraft {
  const filter = streams && streams.length > 0 ? { filter: withStreams(undefined, streams) } : {}
  return {
    queries: [
      {
        id: 'table',
        timerange: timerange ?? LAST_MINUTES,
        query: { type: 'elasticsearch', query_string: query ?? '' },
        ...filter,
        search_types: [searchType],
      },
    ],
  }
}

/** Lists in a URL are not bounded by its schema. */
export function requireAtMost(most: number, items: readonly unknown[], what: string): void {
  if (items.length > most) throw scriptRefused(`There can be at most ${most} ${what}, not ${items.length}.`)
}

/** `fallback` is what the order is if none is requested. */
export function isAscending(order: string | null | undefined, fallback: boolean): boolean {
  if (order === null || order === undefined || order === '') return fallback
  if (/^asc(ending)?$/i.test(order)) return true
  if (/^desc(ending)?$/i.test(order)) return false
  throw scriptRefused(`The order ${order} is neither asc nor desc.`)
}
