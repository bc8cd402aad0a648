/** Saved searches of packs: a chart over time, and the messages. */

import { stableUuid } from '../../stable-uuid.ts'
import { CREATED_AT, stateOf } from './dashboards.ts'
import { string } from './typed-values.ts'
import { by, chart, fillWidget, lastDay, messages, OVER_TIME } from './widgets.ts'

export interface SearchPlan {
  readonly title: string
  readonly summary: string
  readonly query: string
  /** The values that split the chart. */
  readonly splitBy: string
  readonly fields: readonly string[]
}

export function searchData(pack: string, plan: SearchPlan, stream: string): object {
  const path = `${pack}/search/${plan.title}`
  const place = { path, streams: [], isOnDashboard: false }
  const overTime = chart('bar', { title: 'Messages over time', rows: [OVER_TIME], columns: [by(plan.splitBy, 8)] })
  const list = messages({ title: 'Messages', fields: plan.fields })
  const placed = [
    { title: overTime.title, filled: fillWidget(overTime, place), position: { col: 1, row: 1, height: 3, width: 12 } },
    { title: list.title, filled: fillWidget(list, place), position: { col: 1, row: 4, height: 6, width: 12 } },
  ]
  const queryId = stableUuid(path)
  return {
    type: 'SEARCH',
    title: string(plan.title),
    summary: string(plan.summary),
    description: string(''),
    properties: [],
    requires: {},
    created_at: CREATED_AT,
    search: {
      parameters: [],
      requires: {},
      created_at: CREATED_AT,
      queries: [
        {
          id: queryId,
          timerange: lastDay,
          query: { type: 'elasticsearch', query_string: plan.query },
          filter: { type: 'or', filters: [{ type: 'stream', id: stream }] },
          search_types: placed.flatMap(({ filled }) => filled.searchTypes),
        },
      ],
    },
    state: { [queryId]: stateOf(placed, {}) },
  }
}
