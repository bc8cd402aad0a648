/** A search or one of its widgets as part of a dashboard, where each widget has its own range, query and streams. */
import type { Widget } from '@logyard/contract/views/view-state'
import { andQueries } from '../../../view-document/actions/query-composition.ts'
import type { FirstPage } from '../../../view-document/dashboards/open-new-dashboard.ts'
import { type QuerySettings, queriesIn, type SearchDocument } from './search-document.ts'

export function widgetForDashboard<W extends Widget>(widget: W, query: QuerySettings): W {
  const query_string = andQueries(query.text, ...queriesIn(query), widget.query?.query_string ?? '')
  return {
    ...widget,
    timerange: widget.timerange ?? query.timerange,
    query: { type: 'elasticsearch', query_string },
    streams: widget.streams.length === 0 ? [...query.streams] : widget.streams,
  }
}

/** The same widgets at the same positions. The page's own query is empty. */
export function pageForDashboard({ queryId, query, page, parameters }: SearchDocument): FirstPage {
  return {
    id: queryId,
    query: { query: { type: 'elasticsearch', query_string: '' }, timerange: query.timerange },
    state: { ...page, widgets: page.widgets.map((widget) => widgetForDashboard(widget, query)) },
    parameters,
  }
}
