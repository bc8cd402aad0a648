/** The pages of a view as clients send them, with defaults for everything that is missing. */
import type {
  AggregationConfigDraft,
  MessagesConfigDraft,
  ViewStateDraft,
  WidgetDraft,
} from '@logyard/contract/views/view-drafts'
import type {
  AggregationConfig,
  MessagesConfig,
  Series,
  ViewState,
  VisualizationConfig,
  Widget,
  WidgetPivot,
} from '@logyard/contract/views/view-state'

export function readViewStates(drafts: Readonly<Record<string, ViewStateDraft>>): Record<string, ViewState> {
  return Object.fromEntries(Object.entries(drafts).map(([queryId, draft]) => [queryId, readViewState(draft)]))
}

const readViewState = (draft: ViewStateDraft): ViewState => ({
  selected_fields: draft.selected_fields ?? null,
  static_message_list_id: draft.static_message_list_id ?? null,
  titles: {
    ...(draft.titles?.widget ? { widget: draft.titles.widget } : {}),
    ...(draft.titles?.tab ? { tab: readTabTitle(draft.titles.tab.title) } : {}),
  },
  widgets: draft.widgets.map(readWidget),
  widget_mapping: draft.widget_mapping,
  positions: draft.positions,
  formatting: draft.formatting ?? null,
  display_mode_settings: { positions: draft.display_mode_settings?.positions ?? {} },
})

const readTabTitle = (title: string | null | undefined) => (title == null ? {} : { title })

function readWidget(draft: WidgetDraft): Widget {
  const { id, type, config, filter = null, timerange = null, query = null } = draft
  const facts = { id, filter, timerange, query, streams: draft.streams ?? [] }
  // The contract has validated these configurations against the schema of their widget type.
  if (type === 'messages') return { ...facts, type, config: readMessages(config as MessagesConfigDraft) }
  if (type === 'aggregation') return { ...facts, type, config: readAggregation(config as AggregationConfigDraft) }
  return { ...facts, type, config }
}

const readMessages = (config: MessagesConfigDraft): MessagesConfig => ({
  fields: config.fields,
  show_message_row: config.show_message_row,
  decorators: config.decorators ?? [],
  sort: config.sort ?? [],
})

const readAggregation = (config: AggregationConfigDraft): AggregationConfig => ({
  row_pivots: config.row_pivots.map(readPivot),
  column_pivots: config.column_pivots.map(readPivot),
  series: config.series.map(readSeries),
  sort: config.sort,
  visualization: config.visualization,
  visualization_config: readVisualizationConfig(config),
  formatting_settings: config.formatting_settings ?? null,
  rollup: config.rollup ?? true,
  event_annotation: config.event_annotation ?? false,
  ...(config.thresholds ? { thresholds: config.thresholds } : {}),
  ...(config.value_axis ? { value_axis: config.value_axis } : {}),
  ...(config.formulas ? { formulas: config.formulas } : {}),
  ...(config.formulas_only ? { formulas_only: true } : {}),
})

function readSeries(series: AggregationConfigDraft['series'][number]): Series {
  if (typeof series === 'string') return { function: series, config: { name: null } }
  const { name = null, format } = series.config ?? {}
  return { function: series.function, config: { name, ...(format ? { format } : {}) } }
}

/** The contract has validated that the configuration fits the visualization. */
function readVisualizationConfig({
  visualization,
  visualization_config: config = null,
}: AggregationConfigDraft): VisualizationConfig | null {
  if (config === null) return null
  switch (visualization) {
    case 'bar':
      return config.barmode === undefined ? null : { barmode: config.barmode }
    case 'line':
    case 'area':
      return { interpolation: config.interpolation ?? 'linear' }
    case 'numeric':
      return { trend: config.trend ?? false, trend_preference: config.trend_preference ?? 'NEUTRAL' }
    case 'map':
      return config.viewport === undefined ? null : { viewport: config.viewport }
    case 'table':
    case 'pie':
    case 'scatter':
    case 'heatmap':
    case 'sankey':
      return null
    default:
      return visualization satisfies never
  }
}

const DEFAULT_VALUES = 15

function readPivot(pivot: AggregationConfigDraft['row_pivots'][number]): WidgetPivot {
  const { type, field } = pivot
  if (type === 'values') return { field, type, config: { limit: pivot.config?.limit ?? DEFAULT_VALUES } }
  const { interval } = pivot.config
  if (interval.type === 'auto') return { field, type, config: { interval } }
  return { field, type, config: { interval: { type: 'timeunit', value: interval.value, unit: interval.unit } } }
}
