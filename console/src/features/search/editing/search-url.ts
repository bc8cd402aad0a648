/** The query in the URL: every state of the search bar is a link that can be shared, and Back returns to it. */
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import {
  RANGE_PARAMETERS,
  type ReadOptions,
  rangeFromUrl,
  rangeValues,
} from '../../../query/time-range/range-in-url.ts'
import { filtersFromUrl, filterValues } from './filters-in-url.ts'
import type { QueryFilter, QuerySettings } from './search-document.ts'
import { settingsToUrl, type TableSettings } from './table-settings.ts'

const OWN_PARAMETERS = ['q', 'steps', ...RANGE_PARAMETERS, 'streams', 'filter', 'columns', 'sort', 'message', 'job']

/** Whether the link has an unknown type of time range. */
export const hasUnknownRange = (values: URLSearchParams): boolean =>
  !['relative', 'absolute', 'keyword'].includes(values.get('rangetype') ?? 'relative')

/** The streams that the URL names. */
export const streamsFromUrl = (values: URLSearchParams): readonly string[] =>
  (values.get('streams') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

/** The query of the URL; missing parameters are taken from `base`. */
export function queryFromUrl(values: URLSearchParams, base: QuerySettings, options: ReadOptions): QuerySettings {
  const streams = streamsFromUrl(values)
  return {
    ...base,
    text: values.get('q') ?? base.text,
    steps: values.get('steps') ?? (values.has('q') ? '' : base.steps),
    timerange: rangeFromUrl(values, options) ?? base.timerange,
    streams: streams.length === 0 ? base.streams : streams,
    otherFilters: filtersFromUrl(values) ?? base.otherFilters,
  }
}

interface OwnUrlOptions extends ReadOptions {
  /** The filters of the saved or the new search. */
  readonly savedFilters: readonly QueryFilter[]
}

/** For URLs that this page wrote: a missing list of streams means all of them, missing filters those of the saved search. */
export function queryFromOwnUrl(values: URLSearchParams, base: QuerySettings, options: OwnUrlOptions): QuerySettings {
  const isOwn = values.has('q') && values.has('rangetype')
  return queryFromUrl(values, isOwn ? { ...base, streams: [], otherFilters: options.savedFilters } : base, options)
}

/** What a link to a search says besides its query. */
export interface LinkedParts {
  readonly table: TableSettings
  /** The filters of the saved or the new search; if all are removed, the link says so. */
  readonly savedFilters?: readonly QueryFilter[]
  /** The key of the open message. */
  readonly message?: string | undefined
}

/** The query parameters of the URL: empty ones are removed, unknown ones stay. */
export function urlOf(
  query: QuerySettings,
  { table, message, savedFilters = [] }: LinkedParts,
  present: URLSearchParams,
): URLSearchParams {
  const values = new URLSearchParams(present)
  for (const name of OWN_PARAMETERS) values.delete(name)
  const own = new URLSearchParams({ q: query.text, rangetype: query.timerange.type, ...rangeValues(query.timerange) })
  if (query.steps !== '') own.set('steps', query.steps)
  if (query.streams.length > 0) own.set('streams', query.streams.join(','))
  for (const value of filterValues(query.otherFilters, savedFilters)) own.append('filter', value)
  for (const [name, value] of Object.entries(settingsToUrl(table))) own.set(name, value)
  if (message !== undefined) own.set('message', message)
  for (const [name, value] of values) own.append(name, value)
  return own
}

/** The same search over exactly this range, however late the link is opened. */
export function fixedInTime(href: string, { from, to }: EffectiveRange): string {
  const url = new URL(href)
  for (const name of RANGE_PARAMETERS) url.searchParams.delete(name)
  for (const [name, value] of Object.entries({ rangetype: 'absolute', from, to })) url.searchParams.set(name, value)
  return url.href
}

/** Whether two URLs have the same parameters, in any order. */
export function isSameUrl(a: URLSearchParams, b: URLSearchParams): boolean {
  const text = (values: URLSearchParams) => JSON.stringify([...values].toSorted((x, y) => (`${x}` < `${y}` ? -1 : 1)))
  return text(a) === text(b)
}
