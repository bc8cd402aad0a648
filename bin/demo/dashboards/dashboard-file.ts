/** Turns the plan of a dashboard into a file like the console's export. */

import { randomIds } from '../../../console/src/view-document/model/random-ids.ts'
import { widgetsToSearchTypes } from '../../../console/src/view-document/model/widget-search-types.ts'
import type { ViewFileDraft } from '../../../contract/src/views/view-files.ts'
import type { ViewState, Widget } from '../../../contract/src/views/view-state.ts'
import type { WidgetPlan } from './widget-plans.ts'

export interface DashboardPlan {
  readonly title: string
  readonly summary: string
  readonly description: string
  /** The fields to filter by. */
  readonly filterFields: readonly string[]
  readonly pages: readonly PagePlan[]
}

interface PagePlan {
  readonly title: string
  /** Rows of widgets, from top to bottom. */
  readonly rows: readonly RowPlan[]
}

interface RowPlan {
  readonly height: number
  /** The number of columns, of twelve. */
  readonly widgets: readonly (readonly [width: number, widget: WidgetPlan])[]
}

/** `streams` are stream ids by title. */
export function dashboardFile(plan: DashboardPlan, streams: ReadonlyMap<string, string>): ViewFileDraft {
  const pages = plan.pages.map((page) => ({ id: randomIds.uuid(), ...filledPage(page, streams) }))
  return {
    format: 'logyard-view',
    version: 1,
    view: {
      type: 'DASHBOARD',
      title: plan.title,
      summary: plan.summary,
      description: plan.description,
      properties: plan.filterFields.map((field) => `logyard.filter-field:${field}`),
      state: Object.fromEntries(pages.map(({ id, state }) => [id, state])),
    },
    search: {
      queries: pages.map(({ id, searchTypes }) => ({
        id,
        query: { type: 'elasticsearch', query_string: '' },
        timerange: { type: 'relative', range: 300 },
        search_types: searchTypes,
      })),
    },
  }
}

function filledPage({ title, rows }: PagePlan, streams: ReadonlyMap<string, string>) {
  const placed = rows.flatMap(({ height, widgets }, index) => {
    const row = 1 + rows.slice(0, index).reduce((sum, above) => sum + above.height, 0)
    return widgets.map(([width, plan], place) => {
      const col = 1 + widgets.slice(0, place).reduce((sum, [before]) => sum + before, 0)
      return { plan, widget: widgetOf(plan, streams), position: { col, row, height, width } }
    })
  })
  const widgets = placed.map(({ widget }) => widget)
  const { searchTypes, widgetMapping } = widgetsToSearchTypes(widgets, randomIds)
  const state: ViewState = {
    selected_fields: null,
    static_message_list_id: null,
    titles: {
      tab: { title },
      widget: Object.fromEntries(placed.map(({ widget, plan }) => [widget.id, plan.title])),
    },
    widgets,
    widget_mapping: widgetMapping,
    positions: Object.fromEntries(placed.map(({ widget, position }) => [widget.id, position])),
    formatting: { highlighting: [] },
    display_mode_settings: { positions: {} },
  }
  return { state, searchTypes }
}

function widgetOf({ asks, kind }: WidgetPlan, streams: ReadonlyMap<string, string>): Widget {
  const facts = {
    id: randomIds.uuid(),
    filter: null,
    timerange: asks === undefined ? null : { type: 'relative' as const, range: asks.seconds },
    query: asks === undefined ? null : { type: 'elasticsearch', query_string: asks.query },
    streams: (asks?.streams ?? []).map((title) => streams.get(title) ?? ''),
  }
  return { ...facts, ...kind }
}
