/** Changes of a query that may make it cheaper; only their prices tell which do. */
import type { CheaperSearch } from '@logyard/contract/search/search-price'
import type { SearchQuery } from '@logyard/contract/search/searches'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { writtenValues } from '@logyard/languages/query/editor/candidate-fixes'
import { parseQuery } from '@logyard/languages/query/parse-query'
import { streamsOfFilter, withStreams } from '../plan/search-filter.ts'
import { resolveRange } from '../ranges/resolve-range.ts'

interface CheaperDraft {
  readonly change: Omit<CheaperSearch, 'price'>
  readonly draft: SearchQuery
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
const LENGTHS_S = [5 * MINUTE_S, 15 * MINUTE_S, HOUR_S, 8 * HOUR_S, DAY_S, 7 * DAY_S, 30 * DAY_S]
/** A shorter range is at most this share of the range. */
const SHORTER_SHARE = 1 / 3
/** The price of each is asked for. */
const MAX_STREAMS = 4

export function cheaperDrafts(
  query: SearchQuery,
  given: { readonly nowMs: number; readonly readable: readonly string[]; readonly allowLeadingWildcard: boolean },
): readonly CheaperDraft[] {
  const { query: asked } = query
  const ofText = (kind: CheaperSearch['kind'], query_string: string | undefined): readonly CheaperDraft[] =>
    query_string === undefined
      ? []
      : [
          {
            change: { kind, query_id: query.id, query_string },
            draft: { ...query, query: { ...asked, query_string } },
          },
        ]
  const ofRange = (timerange: TimeRange | undefined): readonly CheaperDraft[] =>
    timerange === undefined
      ? []
      : [{ change: { kind: 'shorter-range', query_id: query.id, timerange }, draft: { ...query, timerange } }]
  const isOfStreams = streamsOfFilter(query.filter).length > 0 || given.readable.length < 2
  const streams = isOfStreams ? [] : given.readable.slice(0, MAX_STREAMS)
  return [
    ...ofRange(shorterRange(query.timerange, given.nowMs)),
    ...ofText('field', withField(asked.query_string, given)),
    ...ofText('no-leading-wildcard', withoutLeadingWildcard(asked.query_string)),
    ...streams.map(
      (id): CheaperDraft => ({
        change: { kind: 'stream', query_id: query.id, streams: [id] },
        draft: { ...query, filter: withStreams(query.filter, [id]) },
      }),
    ),
  ]
}

/** The end of the range: the longest usual length that is much shorter. */
function shorterRange(range: TimeRange, nowMs: number): TimeRange | undefined {
  const { fromMs, toMs } = resolveRange(range, nowMs)
  const length = LENGTHS_S.findLast((seconds) => seconds * 1000 <= (toMs - fromMs) * SHORTER_SHARE)
  if (length === undefined) return undefined
  if (toMs === nowMs) return { type: 'relative', range: length }
  const at = (ms: number) => new Date(ms).toISOString()
  return { type: 'absolute', from: at(toMs - length * 1000), to: at(toMs) }
}

/** Words without a field are searched in every one; most are in the message. */
function withField(text: string, options: { readonly allowLeadingWildcard: boolean }): string | undefined {
  const parsed = parseQuery(text, options)
  if (!parsed.ok) return undefined
  const values = writtenValues(text, parsed.tree).filter(
    ({ field, text: words }) => field === undefined && !/\s/.test(words),
  )
  if (values.length === 0) return undefined
  return values
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from }) => `${changed.slice(0, from)}message:${changed.slice(from)}`, text)
}

function withoutLeadingWildcard(text: string): string | undefined {
  const changed = text.replaceAll(/(^|[\s:(])[*?]+(?=[\p{L}\p{N}])/gu, '$1')
  return changed === text ? undefined : changed
}
