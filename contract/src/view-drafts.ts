/**
 * What a page of a view may be sent as: parts that have a default may be missing, and unknown ones are refused.
 * `ViewState` is what becomes of it. A widget of an unknown type has a configuration of its own and keeps it.
 */
import { type Static, Type } from 'typebox'
import { byType } from './by-type.ts'
import { Decorator } from './decorators.ts'
import { nullable } from './envelope.ts'
import { BackendQuery } from './search-types.ts'
import { TimeRange } from './time-ranges.ts'
import {
  BarVisualizationConfig,
  ChartColor,
  HighlightingRule,
  LineVisualizationConfig,
  MapVisualizationConfig,
  NumericVisualizationConfig,
  SortConfig,
  TimeUnit,
  Visualization,
  WidgetPosition,
} from './view-state.ts'

const closed = { additionalProperties: false } as const
const optional = <S extends import('typebox').TSchema>(schema: S) => Type.Optional(nullable(schema))

const SeriesDraft = Type.Union(
  [
    Type.String(),
    Type.Object(
      { function: Type.String(), config: optional(Type.Object({ name: optional(Type.String()) }, closed)) },
      closed,
    ),
  ],
  { title: 'SeriesDraft', description: 'A function alone is taken too' },
)

const IntervalDraft = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'auto or timeunit; timeunit when it is missing' })),
    scaling: optional(Type.Number()),
    value: Type.Optional(Type.Integer()),
    unit: Type.Optional(TimeUnit),
  },
  { title: 'TimeIntervalDraft', ...closed },
)
const PivotDraft = byType<
  | {
      readonly type: 'time'
      readonly field: string
      readonly config: { readonly interval: Static<typeof IntervalDraft> }
    }
  | { readonly type: 'values'; readonly field: string; readonly config?: { readonly limit?: number } | null }
>('WidgetPivotDraft', {
  time: Type.Object(
    { type: Type.Literal('time'), field: Type.String(), config: Type.Object({ interval: IntervalDraft }, closed) },
    closed,
  ),
  values: Type.Object(
    {
      type: Type.Literal('values'),
      field: Type.String(),
      config: optional(Type.Object({ limit: Type.Optional(Type.Integer()) }, closed)),
    },
    closed,
  ),
})

export const MessagesConfigDraft = Type.Object(
  {
    fields: Type.Array(Type.String()),
    show_message_row: Type.Boolean(),
    decorators: optional(Type.Array(Decorator)),
    sort: optional(Type.Array(SortConfig)),
  },
  { title: 'MessagesConfigDraft', ...closed },
)
export type MessagesConfigDraft = Static<typeof MessagesConfigDraft>

export const AggregationConfigDraft = Type.Object(
  {
    row_pivots: Type.Array(PivotDraft),
    column_pivots: Type.Array(PivotDraft),
    series: Type.Array(SeriesDraft),
    sort: Type.Array(SortConfig),
    visualization: Visualization,
    visualization_config: optional(
      Type.Union([BarVisualizationConfig, LineVisualizationConfig, NumericVisualizationConfig, MapVisualizationConfig]),
    ),
    formatting_settings: optional(Type.Object({ chart_colors: Type.Array(ChartColor) }, closed)),
    rollup: Type.Optional(Type.Boolean()),
    event_annotation: Type.Optional(Type.Boolean()),
  },
  { title: 'AggregationConfigDraft', ...closed },
)
export type AggregationConfigDraft = Static<typeof AggregationConfigDraft>

const widgetFacts = {
  id: Type.String({ minLength: 1 }),
  filter: optional(Type.String()),
  timerange: optional(TimeRange),
  query: optional(BackendQuery),
  streams: optional(Type.Array(Type.String())),
}

export interface WidgetDraft extends Static<typeof AnyWidget> {}
const AnyWidget = Type.Object(
  { ...widgetFacts, type: Type.String(), config: Type.Record(Type.String(), Type.Unknown()) },
  { title: 'WidgetDraft', ...closed },
)
const configOf = (type: string, config: import('typebox').TSchema) => ({
  if: { properties: { type: { const: type } }, required: ['type'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { properties: { config } },
})
/** The configuration is that of its type: anything, where the type is unknown. */
export const WidgetDraft = Type.Unsafe<WidgetDraft>({
  ...AnyWidget,
  allOf: [configOf('messages', MessagesConfigDraft), configOf('aggregation', AggregationConfigDraft)],
})

const positions = Type.Record(Type.String(), WidgetPosition)

export const ViewStateDraft = Type.Object(
  {
    selected_fields: optional(Type.Array(Type.String())),
    static_message_list_id: optional(Type.String()),
    titles: optional(
      Type.Object(
        {
          widget: optional(Type.Record(Type.String(), Type.String())),
          tab: optional(Type.Object({ title: optional(Type.String()) }, closed)),
        },
        closed,
      ),
    ),
    widgets: Type.Array(WidgetDraft),
    widget_mapping: Type.Record(Type.String(), Type.Array(Type.String())),
    positions,
    formatting: optional(Type.Object({ highlighting: Type.Array(HighlightingRule) }, closed)),
    display_mode_settings: optional(Type.Object({ positions: Type.Optional(positions) }, closed)),
  },
  { title: 'ViewStateDraft', ...closed },
)
export type ViewStateDraft = Static<typeof ViewStateDraft>
