/** Dashboards of packs. */
import type { ViewState, WidgetPosition } from '@logyard/contract/views/view-state'
import { stableUuid } from '../../stable-uuid.ts'
import { string } from './typed-values.ts'
import { type FilledWidget, fillWidget, lastDay, type WidgetPlan } from './widgets.ts'

export interface DashboardPlan {
  readonly title: string
  readonly summary: string
  /** The fields to filter by. */
  readonly filterFields: readonly string[]
  readonly pages: readonly { readonly title: string; readonly rows: readonly RowPlan[] }[]
}

/** Widths are columns, of twelve. */
export interface RowPlan {
  readonly height: number
  readonly widgets: readonly (readonly [width: number, widget: WidgetPlan])[]
}

/** Packs have no time of their own, so that the same revision is always the same. */
export const CREATED_AT = '2026-11-01T00:00:00.000Z'

interface FilledPage {
  readonly id: string
  readonly state: ViewState
  readonly filled: readonly FilledWidget[]
}

export function dashboardData(pack: string, plan: DashboardPlan, stream: string): object {
  const pages = plan.pages.map(({ title, rows }) => fillPage(`${pack}/dashboard/${title}`, title, rows, stream))
  return {
    type: 'DASHBOARD',
    title: string(plan.title),
    summary: string(plan.summary),
    description: string(''),
    properties: plan.filterFields.map((field) => `logyard.filter-field:${field}`),
    requires: {},
    created_at: CREATED_AT,
    search: {
      parameters: [],
      requires: {},
      created_at: CREATED_AT,
      queries: pages.map(({ id, filled }) => ({
        id,
        timerange: lastDay,
        query: { type: 'elasticsearch', query_string: '' },
        search_types: filled.flatMap(({ searchTypes }) => searchTypes),
      })),
    },
    state: Object.fromEntries(pages.map(({ id, state }) => [id, state])),
  }
}

function fillPage(path: string, title: string, rows: readonly RowPlan[], stream: string): FilledPage {
  const placed = rows.flatMap(({ height, widgets }, at) => {
    const row = 1 + sumOf(rows.slice(0, at).map((above) => above.height))
    return widgets.map(([width, plan], place) => {
      const col = 1 + sumOf(widgets.slice(0, place).map(([before]) => before))
      const filled = fillWidget(plan, { path, streams: [stream], isOnDashboard: true })
      return { title: plan.title, filled, position: { col, row, height, width } }
    })
  })
  return {
    id: stableUuid(path),
    state: stateOf(placed, { tab: { title } }),
    filled: placed.map(({ filled }) => filled),
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

export interface PlacedWidget {
  readonly title: string
  readonly filled: FilledWidget
  readonly position: WidgetPosition
}

export function stateOf(placed: readonly PlacedWidget[], titles: ViewState['titles']): ViewState {
  const byWidget = <Value>(value: (one: PlacedWidget) => Value) =>
    Object.fromEntries(placed.map((one) => [one.filled.widget.id, value(one)]))
  return {
    selected_fields: null,
    static_message_list_id: null,
    titles: { ...titles, widget: byWidget(({ title }) => title) },
    widgets: placed.map(({ filled }) => filled.widget),
    widget_mapping: byWidget(({ filled }) => filled.searchTypes.map(({ id }) => id)),
    positions: byWidget(({ position }) => position),
    formatting: { highlighting: [] },
    display_mode_settings: { positions: {} },
  }
}
