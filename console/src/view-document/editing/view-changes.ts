/** Changes to a page of widgets, each from one immutable state to the next: the page's history is a list of states. */
import type {
  HighlightingRule,
  SortConfig,
  ViewState,
  Widget,
  WidgetPosition,
  WidgetPositions,
} from '@logyard/contract/views/view-state'
import type { NewWidget } from '../actions/search-actions.ts'
import type { Ids } from '../model/random-ids.ts'
import { isAggregation } from '../model/view-model.ts'
import { defaultSize, layoutOf, type Place, placedFirst, positionsOf } from '../model/widget-positions.ts'

export const emptyViewState: ViewState = {
  selected_fields: null,
  static_message_list_id: null,
  titles: { widget: {} },
  widgets: [],
  widget_mapping: {},
  positions: {},
  formatting: { highlighting: [] },
  display_mode_settings: { positions: {} },
}

const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))

export function withTitle(state: ViewState, id: string, title: string): ViewState {
  const others = without(state.titles.widget ?? {}, id)
  const widget = title.trim() === '' ? others : { ...others, [id]: title.trim() }
  return { ...state, titles: { ...state.titles, widget } }
}

/** `place` finds its place, by default at the top; it is as large as its position says. */
export function withNewWidget(
  state: ViewState,
  widget: NewWidget,
  ids: Pick<Ids, 'uuid'>,
  place: Place = placedFirst,
): { readonly state: ViewState; readonly id: string } {
  const id = ids.uuid()
  const { like, position } = widget
  const query_string = widget.query
  const added: Widget = {
    id,
    type: widget.type,
    config: widget.config,
    filter: like?.filter ?? null,
    timerange: like?.timerange ?? null,
    query: query_string === undefined ? (like?.query ?? null) : { type: 'elasticsearch', query_string },
    streams: like?.streams ?? [],
  }
  const positions = place(state.widgets, state.positions, id, position ?? defaultSize(widget.type))
  const next = { ...state, widgets: [...state.widgets, added], positions }
  return { id, state: widget.title === undefined ? next : withTitle(next, id, widget.title) }
}

export const withWidget = (state: ViewState, widget: Widget): ViewState => ({
  ...state,
  widgets: state.widgets.map((old) => (old.id === widget.id ? widget : old)),
})

export const withSort = (state: ViewState, id: string, sort: SortConfig[]): ViewState => ({
  ...state,
  widgets: state.widgets.map((old) =>
    old.id === id && isAggregation(old) ? { ...old, config: { ...old.config, sort } } : old,
  ),
})

export function withoutWidget(state: ViewState, id: string): ViewState {
  const widgets = state.widgets.filter((widget) => widget.id !== id)
  const { [id]: _, ...positions } = state.positions
  return {
    ...withTitle(state, id, ''),
    widgets,
    positions: positionsOf(layoutOf(widgets, positions)),
    widget_mapping: without(state.widget_mapping, id),
  }
}

/** A widget to add that equals another one. */
export const copyOf = (like: Widget, title: string | undefined, position: WidgetPosition | undefined): NewWidget => ({
  type: like.type,
  config: like.config,
  like,
  title,
  position,
})

/** `title` is that of the copy: the page knows the default title of the original. */
export function withDuplicate(
  state: ViewState,
  id: string,
  title: string,
  ids: Pick<Ids, 'uuid'>,
  place?: Place,
): { readonly state: ViewState; readonly id: string } | undefined {
  const original = state.widgets.find((widget) => widget.id === id)
  if (original === undefined) return undefined
  return withNewWidget(state, copyOf(original, title, state.positions[id]), ids, place)
}

export const withPositions = (state: ViewState, positions: Readonly<WidgetPositions>): ViewState => ({
  ...state,
  positions: { ...positions },
})

const isAbout = (rule: HighlightingRule) => (other: HighlightingRule) =>
  rule.field === other.field && rule.value === other.value

const withHighlighting = (state: ViewState, highlighting: HighlightingRule[]): ViewState => ({
  ...state,
  formatting: { ...state.formatting, highlighting },
})

export const highlightingOf = (state: ViewState): readonly HighlightingRule[] => state.formatting?.highlighting ?? []

/** A field and value have one rule: a second one replaces it. */
export function withHighlight(state: ViewState, rule: HighlightingRule): ViewState {
  const rules = highlightingOf(state)
  return rules.some(isAbout(rule))
    ? withHighlighting(
        state,
        rules.map((old) => (isAbout(rule)(old) ? rule : old)),
      )
    : withHighlighting(state, [...rules, rule])
}

export function withoutHighlight(state: ViewState, rule: HighlightingRule): ViewState {
  const isThis = isAbout(rule)
  return withHighlighting(
    state,
    highlightingOf(state).filter((old) => !isThis(old)),
  )
}
