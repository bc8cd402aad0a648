import type { TableQuestion } from '../../../view-document/actions/search-actions.ts'
import { overrideQuery } from '../../../view-document/dashboards/dashboard-search.ts'
import { isSteps, sqlOf, stepsOf, type TableWidget } from '../../../view-document/model/table-widget.ts'
import { bindingsOf, filledIn } from '../../../view-document/parameters/parameters.ts'
import { activePage, type DashboardState } from '../editing/dashboard-session.ts'
import { filterText } from './replay-link.ts'

type Asked = Pick<DashboardState, 'history' | 'pageId' | 'override' | 'values'>

/**
 * What a widget with a table asks for, over the messages that other widgets of the page would read, too. Only its own query
 * stands before the steps: the others are filters, in which a `|` is a word.
 */
export function tableQuestion(state: Asked, widget: TableWidget): TableQuestion {
  const { override, values, history } = state
  const { parameters } = history.present
  const page = activePage(state)
  const root = overrideQuery(override)
  const filters = [
    root === '' ? page.query.query.query_string : root,
    filterText(page.query.filter),
    widget.filter ?? '',
  ].flatMap((text) => (text.trim() === '' ? [] : [filledIn(text, parameters, values)]))
  const own = widget.query?.query_string ?? ''
  const selection = {
    timerange: override.timerange ?? widget.timerange ?? page.query.timerange,
    streams: widget.streams,
    ...(filters.length === 0 ? {} : { filters }),
  }
  if (isSteps(widget)) {
    const declared = { parameters: [...parameters], parameter_bindings: bindingsOf(parameters, values) }
    const query = `${own} ${stepsOf(widget)}`.trim()
    return { kind: 'steps', body: { ...selection, query, ...(parameters.length === 0 ? {} : declared) } }
  }
  return { kind: 'sql', body: { ...selection, query: filledIn(own, parameters, values), sql: sqlOf(widget) } }
}
