import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { Widget } from '@logyard/contract/views/view-state'
import { routes } from '../../../base/routes/routes.ts'
import { andQueries } from '../../../view-document/actions/query-composition.ts'
import { overrideQuery } from '../../../view-document/dashboards/dashboard-search.ts'
import { filledIn } from '../../../view-document/parameters/parameters.ts'
import { activePage, type DashboardState } from '../editing/dashboard-session.ts'

/**
 * A link to the search for the messages behind a widget, or for those of one condition; the overrides and parameter
 * values of the dashboard apply.
 */
export function replayLink(
  state: DashboardState,
  widget: Widget | undefined,
  condition = '',
  range?: TimeRange,
): string {
  const { override, values, history } = state
  const page = activePage(state)
  const root = overrideQuery(override)
  const query = andQueries(
    root === '' ? page.query.query.query_string : root,
    widget?.query?.query_string ?? '',
    widget?.filter ?? '',
    condition,
  )
  const timerange = range ?? override.timerange ?? widget?.timerange ?? page.query.timerange
  const streams = widget === undefined || widget.streams.length === 0 ? undefined : widget.streams.join(',')
  const q = filledIn(query, history.present.parameters, values)
  return routes.search({ q, ...rangeValues(timerange), streams })
}

function rangeValues(range: TimeRange) {
  switch (range.type) {
    case 'relative':
      return { rangetype: range.type, relative: String(range.range) }
    case 'absolute':
      return { rangetype: range.type, from: range.from, to: range.to }
    case 'keyword':
      return { rangetype: range.type, keyword: range.keyword }
    default:
      return range satisfies never
  }
}
