/**
 * A page of a view in a request: parts with a default may be missing, unknown ones are refused.
 * It is stored as a `ViewState`. The configuration of a widget of an unknown type is stored unchanged.
 */
import { type Static, type TSchema, Type } from 'typebox'
import {
  decimal,
  int,
  MAX_DECORATORS,
  MAX_GROUPINGS,
  MAX_LIST,
  MAX_SERIES,
  MAX_SORTS,
  MAX_STREAMS,
} from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { nullable } from '../http/envelope.ts'
import { freeMap, mapOf } from '../http/open-parts.ts'
import { Decorator } from '../search/decorators.ts'
import { BackendQuery } from '../search/search-types.ts'
import { TimeRange } from '../search/time-ranges.ts'
import {
  BarVisualizationConfig,
  ChartColor,
  Formulas,
  HighlightingRule,
  INTERPOLATIONS,
  MapVisualizationConfig,
  NumberFormat,
  SortConfig,
  Thresholds,
  TimeUnit,
  TREND_PREFERENCES,
  ValueAxis,
  Visualization,
  WidgetPosition,
} from './view-state.ts'

const closed = { additionalProperties: false } as const
const optional = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema))
/** Requires the object to match another schema if the property has one of the values. */
const where = (property: string, values: readonly string[], schema: TSchema) => ({
  if: { properties: { [property]: { enum: values } }, required: [property] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: schema,
})

const SeriesDraft = Type.Union(
  [
    Type.String(),
    Type.Object(
      {
        function: Type.String(),
        config: optional(Type.Object({ name: optional(Type.String()), format: optional(NumberFormat) }, closed)),
      },
      closed,
    ),
  ],
  { title: 'SeriesDraft', description: 'A function alone is accepted too' },
)

type IntervalDraft =
  | { readonly type: 'auto'; readonly scaling?: number | null }
  | { readonly type?: 'timeunit'; readonly value: number; readonly unit: TimeUnit }
const AutoInterval = Type.Object({ type: Type.Literal('auto'), scaling: optional(decimal()) }, closed)
const UnitInterval = Type.Object(
  { type: Type.Optional(Type.Literal('timeunit')), value: int(), unit: TimeUnit },
  closed,
)
const IntervalDraft = Type.Unsafe<IntervalDraft>({
  title: 'TimeIntervalDraft',
  type: 'object',
  ...where('type', ['auto'], AutoInterval),
  else: UnitInterval,
})

const PivotDraft = byType<
  | {
      readonly type: 'time'
      readonly field: string
      readonly config: { readonly interval: IntervalDraft }
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
      config: optional(Type.Object({ limit: Type.Optional(int()) }, closed)),
    },
    closed,
  ),
})

export const MessagesConfigDraft = Type.Object(
  {
    fields: Type.Array(Type.String(), { maxItems: MAX_LIST }),
    show_message_row: Type.Boolean(),
    decorators: optional(Type.Array(Decorator, { maxItems: MAX_DECORATORS })),
    sort: optional(Type.Array(SortConfig, { maxItems: MAX_SORTS })),
  },
  { title: 'MessagesConfigDraft', ...closed },
)
export type MessagesConfigDraft = Static<typeof MessagesConfigDraft>

const LineConfigDraft = Type.Object({ interpolation: Type.Optional(Type.Enum(INTERPOLATIONS)) }, closed)
const NumericConfigDraft = Type.Object(
  { trend: Type.Optional(Type.Boolean()), trend_preference: Type.Optional(Type.Enum(TREND_PREFERENCES)) },
  closed,
)
type VisualizationConfigDraft = Partial<
  Static<typeof BarVisualizationConfig> &
    Static<typeof LineConfigDraft> &
    Static<typeof NumericConfigDraft> &
    Static<typeof MapVisualizationConfig>
>

const aggregation = {
  row_pivots: Type.Array(PivotDraft, { maxItems: MAX_GROUPINGS }),
  column_pivots: Type.Array(PivotDraft, { maxItems: MAX_GROUPINGS }),
  series: Type.Array(SeriesDraft, { maxItems: MAX_SERIES }),
  sort: Type.Array(SortConfig, { maxItems: MAX_SORTS }),
  visualization: Visualization,
  visualization_config: optional(
    Type.Unsafe<VisualizationConfigDraft>(freeMap('Each visualization has a schema of its own for it, below')),
  ),
  formatting_settings: optional(Type.Object({ chart_colors: Type.Array(ChartColor, { maxItems: MAX_LIST }) }, closed)),
  rollup: Type.Optional(Type.Boolean()),
  event_annotation: Type.Optional(Type.Boolean()),
  thresholds: optional(Thresholds),
  value_axis: optional(ValueAxis),
  formulas: optional(Formulas),
  formulas_only: optional(Type.Boolean()),
}
const Aggregation = Type.Object(aggregation, { title: 'AggregationConfigDraft', ...closed })
export interface AggregationConfigDraft extends Static<typeof Aggregation> {}
const configuredBy = (visualizations: readonly Visualization[], config: TSchema) =>
  where('visualization', visualizations, { properties: { visualization_config: config } })
export const AggregationConfigDraft = Type.Unsafe<AggregationConfigDraft>({
  ...Aggregation,
  allOf: [
    configuredBy(['bar'], nullable(BarVisualizationConfig)),
    configuredBy(['line', 'area'], nullable(LineConfigDraft)),
    configuredBy(['numeric'], nullable(NumericConfigDraft)),
    configuredBy(['map'], nullable(MapVisualizationConfig)),
    configuredBy(['table', 'pie', 'scatter', 'heatmap', 'sankey'], Type.Null()),
  ],
})

const widgetFacts = {
  id: Type.String({ minLength: 1 }),
  filter: optional(Type.String()),
  timerange: optional(TimeRange),
  query: optional(BackendQuery),
  streams: optional(Type.Array(Type.String(), { maxItems: MAX_STREAMS })),
}

export interface WidgetDraft extends Static<typeof AnyWidget> {}
const AnyWidget = Type.Object(
  { ...widgetFacts, type: Type.String(), config: freeMap('A widget of an unknown type keeps what it has') },
  { title: 'WidgetDraft', ...closed },
)
/** The configuration depends on the type: it can be anything if the type is unknown. */
export const WidgetDraft = Type.Unsafe<WidgetDraft>({
  ...AnyWidget,
  allOf: [
    where('type', ['messages'], { properties: { config: MessagesConfigDraft } }),
    where('type', ['aggregation'], { properties: { config: AggregationConfigDraft } }),
  ],
})

const positions = mapOf(WidgetPosition)

export const ViewStateDraft = Type.Object(
  {
    selected_fields: optional(Type.Array(Type.String(), { maxItems: MAX_LIST })),
    static_message_list_id: optional(Type.String()),
    titles: optional(
      Type.Object(
        {
          widget: optional(mapOf(Type.String())),
          tab: optional(Type.Object({ title: optional(Type.String()) }, closed)),
        },
        closed,
      ),
    ),
    widgets: Type.Array(WidgetDraft, { maxItems: MAX_LIST }),
    widget_mapping: mapOf(Type.Array(Type.String(), { maxItems: MAX_LIST })),
    positions,
    formatting: optional(Type.Object({ highlighting: Type.Array(HighlightingRule, { maxItems: MAX_LIST }) }, closed)),
    display_mode_settings: optional(Type.Object({ positions: Type.Optional(positions) }, closed)),
  },
  { title: 'ViewStateDraft', ...closed },
)
export type ViewStateDraft = Static<typeof ViewStateDraft>
