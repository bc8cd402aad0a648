/** What the widgets of a dashboard page request. */
import type { InspectionRequest } from '@logyard/contract/search/search-inspection'
import type { Widget } from '@logyard/contract/views/view-state'
import type { DashboardDocument, DashboardPage } from '../../../view-document/dashboards/dashboard-document.ts'
import { executionStateOf, type Override } from '../../../view-document/dashboards/dashboard-search.ts'
import { hiddenStreamsOf, type StreamReader } from '../../../view-document/dashboards/locked-widgets.ts'
import { gapsOfWidget, parametersOf } from '../../../view-document/dashboards/widget-parameters.ts'
import { planQuery } from '../../../view-document/execution/planned-query.ts'
import type { RunRequest } from '../../../view-document/execution/run-request.ts'
import type { createStoredSearches } from '../../../view-document/execution/stored-searches.ts'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import { isAggregation } from '../../../view-document/model/view-model.ts'
import { type Compared, requestedBy } from '../../../view-document/model/widget-search-types.ts'
import type { ParameterValues } from '../../../view-document/parameters/parameters.ts'

/** The page to execute, and everything that its results depend on. */
export interface ShownPage {
  readonly document: DashboardDocument
  readonly page: DashboardPage
  readonly override: Override
  readonly values: ParameterValues
  readonly compared: Compared
}

/** A fingerprint of everything that a widget's result depends on except the time; `undefined` if it requests nothing. */
export function requestOf(widget: Widget, { document, page, override, values, compared }: ShownPage) {
  const own = requestedBy(widget, compared)
  if (own === undefined) return undefined
  const state = executionStateOf(document, override, values)
  const used = new Set(parametersOf(widget, { page, override }))
  const declared = document.parameters.filter(({ name }) => used.has(name))
  const bound = Object.entries(state.parameter_bindings ?? {}).filter(([name]) => used.has(name))
  return JSON.stringify([own, page.id, page.query, declared, bound, state.global_override])
}

interface RequestDeps {
  readonly ids: Pick<Ids, 'uuid'>
  readonly storeSearch: ReturnType<typeof createStoredSearches>
}

/** One job for these widgets; `undefined` if none of them can be executed. */
export function requestFor(
  widgets: readonly Widget[],
  shown: ShownPage,
  { ids, storeSearch }: RequestDeps,
): RunRequest | undefined {
  const { document, page, override, values, compared } = shown
  const { parameters } = document
  const ready = widgets.filter((widget) => gapsOfWidget(widget, { page, override, parameters, values }) === undefined)
  const all = ready.map((widget) => ({ widget, requested: requestOf(widget, shown) }))
  const requested = new Map(all.flatMap(({ widget, requested: own }) => (own === undefined ? [] : [[widget.id, own]])))
  if (requested.size === 0) return undefined
  const executed = ready.filter(({ id }) => requested.has(id))
  const searchTypes = executed.map((widget) => [widget.id, requestedBy(widget, compared)])
  const search = {
    key: JSON.stringify([page.id, page.query, parameters, searchTypes]),
    parameters,
    plan: () => planQuery(page, executed, compared, ids),
  }
  return {
    queryId: page.id,
    state: executionStateOf(document, override, values),
    requested,
    replacesAll: false,
    showsPartial: true,
    prepare: (options) => storeSearch(search, options),
  }
}

/** What an inspection of one widget executes. */
export const inspectionOf = (
  widget: Widget,
  { document, page, override, values, compared }: ShownPage,
  ids: Pick<Ids, 'uuid'>,
): InspectionRequest => ({
  search: { queries: [planQuery(page, [widget], compared, ids).query], parameters: [...document.parameters] },
  execution_state: executionStateOf(document, override, values),
})

/** The page without events, for users who may not read them: with events, all of its searches would be refused. */
export const withoutEvents = (page: DashboardPage): DashboardPage => ({
  ...page,
  state: {
    ...page.state,
    widgets: page.state.widgets.map((widget) =>
      isAggregation(widget) && widget.config.event_annotation
        ? { ...widget, config: { ...widget.config, event_annotation: false } }
        : widget,
    ),
  },
})

/** The page without the widgets that the server would refuse, and with them all others. */
export const withoutLocked = (page: DashboardPage, reader: StreamReader): DashboardPage => ({
  ...page,
  state: {
    ...page.state,
    widgets: page.state.widgets.filter((widget) => hiddenStreamsOf(widget, page, reader) === 0),
  },
})
