/** From the edited document to what the server executes and stores. */
import type { ExecutionState } from '@logyard/contract/search/search-jobs'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { ViewState } from '@logyard/contract/views/view-state'
import { andQueries, fieldTerm } from '../actions/query-composition.ts'
import { planQuery } from '../execution/planned-query.ts'
import type { Ids } from '../model/random-ids.ts'
import { withMapping } from '../model/widget-search-types.ts'
import { bindingsOf, type ParameterValues } from '../parameters/parameters.ts'
import type { DashboardDocument } from './dashboard-document.ts'

/** Applies to all widgets at once, until the dashboard is left. */
export interface Override {
  /** Replaces every widget's own time range. */
  readonly timerange?: TimeRange
  /** Is combined with every widget's own query. */
  readonly text: string
  /** The selected values by field: any of them may match. */
  readonly filters: Readonly<Record<string, readonly string[]>>
}
export const noOverride: Override = { text: '', filters: {} }

export const isOverriding = (override: Override): boolean =>
  override.timerange !== undefined || overrideQuery(override) !== ''

export function overrideQuery({ text, filters }: Override): string {
  const chosen = Object.entries(filters).flatMap(([field, values]) =>
    values.length === 0 ? [] : [values.map((value) => fieldTerm(field, value)).join(' OR ')],
  )
  return andQueries(text, ...chosen)
}

/** The state that is sent with an execution. */
export function executionStateOf(
  { parameters }: DashboardDocument,
  override: Override,
  values: ParameterValues,
): ExecutionState {
  const query_string = overrideQuery(override)
  const bindings = bindingsOf(parameters, values)
  return {
    ...(Object.keys(bindings).length === 0 ? {} : { parameter_bindings: bindings }),
    ...(isOverriding(override)
      ? {
          global_override: {
            ...(override.timerange === undefined ? {} : { timerange: override.timerange }),
            ...(query_string === '' ? {} : { query: { type: 'elasticsearch', query_string } }),
          },
        }
      : {}),
  }
}

/** The whole dashboard with new ids: the search, which is stored first, and the view that refers to it. */
export function storedContent(document: DashboardDocument, ids: Ids) {
  const planned = document.pages.map((page) => ({ page, ...planQuery(page, page.state.widgets, new Map(), ids) }))
  const states = planned.map(({ page, mapping }): [string, ViewState] => [page.id, withMapping(page.state, mapping)])
  const id = ids.objectId()
  return {
    search: { id, queries: planned.map(({ query }) => query), parameters: [...document.parameters] },
    view: { search_id: id, state: Object.fromEntries(states), properties: [...document.properties] },
  }
}
