/** A search or one of its widgets as part of a dashboard, where each widget has its own range, query and streams. */
import { type OtherWidget, STEPS_WIDGET, type Widget } from '@logyard/contract/views/view-state'
import { andQueries } from '../../../view-document/actions/query-composition.ts'
import type { FirstPage } from '../../../view-document/dashboards/open-new-dashboard.ts'
import { withNewWidget } from '../../../view-document/editing/view-changes.ts'
import { randomIds } from '../../../view-document/model/random-ids.ts'
import { stepsConfig, type TableForm } from '../../../view-document/model/table-widget.ts'
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

/** The table of the query's steps. */
export const stepsForDashboard = (query: QuerySettings, form?: TableForm): OtherWidget =>
  widgetForDashboard(
    {
      id: '',
      type: STEPS_WIDGET,
      config: stepsConfig(query.steps, form),
      filter: null,
      timerange: null,
      query: null,
      streams: [],
    },
    query,
  )

/** The same widgets at the same positions, and above them the table of the steps. The page's own query is empty. */
export function pageForDashboard({ queryId, query, page: shown, parameters }: SearchDocument): FirstPage {
  const steps = stepsForDashboard(query)
  const page =
    query.steps === '' ? shown : withNewWidget(shown, { type: steps.type, config: steps.config }, randomIds).state
  return {
    id: queryId,
    query: { query: { type: 'elasticsearch', query_string: '' }, timerange: query.timerange },
    state: { ...page, widgets: page.widgets.map((widget) => widgetForDashboard(widget, query)) },
    parameters,
  }
}
