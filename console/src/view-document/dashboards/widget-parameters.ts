/** The parameters that the widgets of a page use, and which of them are missing. */
import type { Widget } from '@logyard/contract/views/view-state'
import { planQuery } from '../execution/planned-query.ts'
import { isTable } from '../model/table-widget.ts'
import {
  isComplete,
  type ParameterGaps,
  type ParameterValues,
  parameterGaps,
  usedParameters,
} from '../parameters/parameters.ts'
import type { DashboardDocument, DashboardPage } from './dashboard-document.ts'
import { type Override, overrideQuery } from './dashboard-search.ts'

export interface ParametersInUse {
  readonly page: DashboardPage
  readonly override: Override
  readonly parameters: DashboardDocument['parameters']
  readonly values: ParameterValues
}

const noIds = { uuid: () => '' }

/** The parameters in the widget's own texts and in the page's query; none if it requests nothing. */
export function parametersOf(widget: Widget, { page, override }: Pick<ParametersInUse, 'page' | 'override'>) {
  const { query } = planQuery(page, [widget], new Map(), noIds)
  if (query.search_types?.length === 0 && !isTable(widget)) return []
  const root = overrideQuery(override)
  const query_string = root === '' ? query.query.query_string : root
  const own = isTable(widget) ? `${widget.query?.query_string ?? ''} ${widget.filter ?? ''}` : ''
  return usedParameters([{ ...query, query: { ...query.query, query_string: `${query_string} ${own}` } }])
}

export const parametersOfPage = (used: Pick<ParametersInUse, 'page' | 'override'>): readonly string[] => [
  ...new Set(used.page.state.widgets.flatMap((widget) => parametersOf(widget, used))),
]

/** `undefined` if the widget can be executed. */
export function gapsOfWidget(widget: Widget, used: ParametersInUse): ParameterGaps | undefined {
  const gaps = parameterGaps(parametersOf(widget, used), used.parameters, used.values)
  return isComplete(gaps) ? undefined : gaps
}

/** The parameters that any page of the dashboard uses without a declaration. */
export function undeclaredIn({ pages, parameters }: DashboardDocument): readonly string[] {
  const queries = pages.map((page) => planQuery(page, page.state.widgets, new Map(), noIds).query)
  return parameterGaps(usedParameters(queries), parameters, {}).undeclared
}
