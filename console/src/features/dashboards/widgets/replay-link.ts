import type { SearchFilter } from '@logyard/contract/search/search-types'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { Widget } from '@logyard/contract/views/view-state'
import { escapeValue } from '@logyard/languages/query/escape-value'
import { routes } from '../../../base/routes/routes.ts'
import { rangeValues } from '../../../query/time-range/range-in-url.ts'
import { andQueries } from '../../../view-document/actions/query-composition.ts'
import type { SearchedMessages } from '../../../view-document/actions/search-actions.ts'
import { overrideQuery } from '../../../view-document/dashboards/dashboard-search.ts'
import { isSteps, stepsOf } from '../../../view-document/model/table-widget.ts'
import { filledIn } from '../../../view-document/parameters/parameters.ts'
import { activePage, type DashboardState } from '../editing/dashboard-session.ts'

/** The messages behind a widget, or those of one condition; the overrides and parameter values of the dashboard apply. */
export function replayedMessages(
  state: DashboardState,
  widget: Widget | undefined,
  condition = '',
  range?: TimeRange,
): SearchedMessages {
  const { override, values, history } = state
  const page = activePage(state)
  const root = overrideQuery(override)
  const query = andQueries(
    root === '' ? page.query.query.query_string : root,
    filterText(page.query.filter),
    widget?.query?.query_string ?? '',
    widget?.filter ?? '',
    condition,
  )
  return {
    query: filledIn(query, history.present.parameters, values),
    streams: widget?.streams ?? [],
    timerange: range ?? override.timerange ?? widget?.timerange ?? page.query.timerange,
  }
}

/** A link to the search for them. */
export function replayLink(...about: Parameters<typeof replayedMessages>): string {
  const { query, streams, timerange } = replayedMessages(...about)
  const [, widget, condition] = about
  const steps = widget !== undefined && condition === undefined && isSteps(widget) ? stepsOf(widget) : undefined
  const named = streams.length === 0 ? undefined : streams.join(',')
  return routes.search({ q: query, rangetype: timerange.type, ...rangeValues(timerange), streams: named, steps })
}

/** A filter of the page as a query; those made elsewhere may have one. */
export function filterText(filter: SearchFilter | null | undefined): string {
  if (filter === null || filter === undefined) return ''
  switch (filter.type) {
    case 'stream':
      return `streams:${escapeValue(filter.id)}`
    case 'query_string':
      return filter.query
    case 'and':
    case 'or': {
      const parts = (filter.filters ?? []).map(filterText).filter((text) => text !== '')
      return parts.map((text) => `(${text})`).join(filter.type === 'and' ? ' AND ' : ' OR ')
    }
    default:
      return ''
  }
}
