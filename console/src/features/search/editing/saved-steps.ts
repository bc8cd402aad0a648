/**
 * The steps of a saved search. The API of views has no place for them, but keeps widgets of a type that it does not know: one
 * of these has the steps, and other clients see the messages of the query.
 */
import { type OtherWidget, STEPS_WIDGET, type ViewState } from '@logyard/contract/views/view-state'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import { isSteps, stepsConfig, stepsOf } from '../../../view-document/model/table-widget.ts'

export function withSteps(page: ViewState, steps: string, ids: Pick<Ids, 'uuid'>): ViewState {
  if (steps === '') return page
  const id = ids.uuid()
  const widget: OtherWidget = {
    id,
    type: STEPS_WIDGET,
    config: stepsConfig(steps),
    filter: null,
    timerange: null,
    query: null,
    streams: [],
  }
  return {
    ...page,
    widgets: [...page.widgets, widget],
    widget_mapping: { ...page.widget_mapping, [id]: [] },
    positions: { ...page.positions, [id]: { col: 1, row: 1, height: 4, width: 'Infinity' } },
  }
}

/** The page as it is shown, and the steps beside it. */
export function withoutSteps(page: ViewState): { readonly page: ViewState; readonly steps: string } {
  const found = page.widgets.filter(isSteps)
  const [widget] = found
  if (widget === undefined) return { page, steps: '' }
  const ids = new Set(found.map(({ id }) => id))
  const others = <Value>(byId: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => !ids.has(id)))
  return {
    page: {
      ...page,
      widgets: page.widgets.filter((one) => !isSteps(one)),
      widget_mapping: others(page.widget_mapping),
      positions: others(page.positions),
    },
    steps: stepsOf(widget),
  }
}
