/** The pages of a view as clients send them, made whole: what was left out becomes what it stands for. */
import type {
  AggregationConfigDraft,
  MessagesConfigDraft,
  ViewStateDraft,
  WidgetDraft,
} from '@logyard/contract/view-drafts'
import type { AggregationConfig, MessagesConfig, ViewState, Widget, WidgetPivot } from '@logyard/contract/view-state'
import { validationFailed } from '../platform/errors.ts'

export function readViewStates(drafts: Readonly<Record<string, ViewStateDraft>>): Record<string, ViewState> {
  return Object.fromEntries(Object.entries(drafts).map(([queryId, draft]) => [queryId, readViewState(draft)]))
}

const readViewState = (draft: ViewStateDraft): ViewState => ({
  selected_fields: draft.selected_fields ?? null,
  static_message_list_id: draft.static_message_list_id ?? null,
  titles: {
    ...(draft.titles?.widget ? { widget: draft.titles.widget } : {}),
    ...(draft.titles?.tab ? { tab: draft.titles.tab.title ? { title: draft.titles.tab.title } : {} } : {}),
  },
  widgets: draft.widgets.map(readWidget),
  widget_mapping: draft.widget_mapping,
  positions: draft.positions,
  formatting: draft.formatting ?? null,
  display_mode_settings: { positions: draft.display_mode_settings?.positions ?? {} },
})

function readWidget(draft: WidgetDraft): Widget {
  const { id, type, config, filter = null, timerange = null, query = null } = draft
  const facts = { id, filter, timerange, query, streams: draft.streams ?? [] }
  // The contract has checked the configuration of both against the schema of its type.
  if (type === 'messages') return { ...facts, type, config: readMessages(config as MessagesConfigDraft) }
  if (type === 'aggregation') return { ...facts, type, config: readAggregation(id, config as AggregationConfigDraft) }
  return { ...facts, type, config }
}

const readMessages = (config: MessagesConfigDraft): MessagesConfig => ({
  fields: config.fields,
  show_message_row: config.show_message_row,
  decorators: config.decorators ?? [],
  sort: config.sort ?? [],
})

function readAggregation(widgetId: string, config: AggregationConfigDraft): AggregationConfig {
  const { visualization, visualization_config = null } = config
  const fits = CONFIGURED[visualization] ?? (() => false)
  if (visualization_config !== null && !fits(visualization_config))
    throw validationFailed({
      visualization_config: [`Widget ${widgetId}: this is no configuration of the visualization ${visualization}`],
    })
  return {
    row_pivots: config.row_pivots.map(readPivot),
    column_pivots: config.column_pivots.map(readPivot),
    series: config.series.map((series) =>
      typeof series === 'string'
        ? { function: series, config: { name: null } }
        : { function: series.function, config: { name: series.config?.name ?? null } },
    ),
    sort: config.sort,
    visualization,
    visualization_config,
    formatting_settings: config.formatting_settings ?? null,
    rollup: config.rollup ?? true,
    event_annotation: config.event_annotation ?? false,
  }
}

/** Visualizations that take a configuration; the others take none. */
const CONFIGURED: Readonly<Record<string, ((config: object) => boolean) | undefined>> = {
  bar: (config) => 'barmode' in config,
  line: (config) => 'interpolation' in config,
  area: (config) => 'interpolation' in config,
  numeric: (config) => 'trend' in config,
  map: (config) => 'viewport' in config,
}

const DEFAULT_VALUES = 15

function readPivot(pivot: AggregationConfigDraft['row_pivots'][number]): WidgetPivot {
  const { type, field } = pivot
  if (type === 'values') return { field, type, config: { limit: pivot.config?.limit ?? DEFAULT_VALUES } }
  const { type: kind = 'timeunit', scaling, value, unit } = pivot.config.interval
  if (kind === 'auto') return { field, type, config: { interval: { type: 'auto', scaling: scaling ?? null } } }
  if (kind !== 'timeunit' || value === undefined || unit === undefined)
    throw validationFailed({ interval: [`${field}: an interval is auto, or a value and a unit`] })
  return { field, type, config: { interval: { type: 'timeunit', value, unit } } }
}
