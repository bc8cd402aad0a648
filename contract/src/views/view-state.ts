/** One page of a view: its widgets, their positions and titles. Stored unchanged. */
import { type Static, Type } from 'typebox'
import { decimal, int } from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { nullable } from '../http/envelope.ts'
import { Decorator } from '../search/decorators.ts'
import { BackendQuery } from '../search/search-types.ts'
import { TimeRange } from '../search/time-ranges.ts'

const closed = { additionalProperties: false } as const

/** Whole cells; `Infinity` spans the rest of the grid. */
type Dimension = number | 'Infinity'
const Dimension = Type.Unsafe<Dimension>({ title: 'Dimension', anyOf: [int(), { const: 'Infinity' }] })

export const WidgetPosition = Type.Object(
  { col: Dimension, row: Dimension, height: Dimension, width: Dimension },
  { title: 'WidgetPosition', description: 'In a grid of 12 columns; col and row count from 1', ...closed },
)
export type WidgetPosition = Static<typeof WidgetPosition>

export const HighlightingRule = Type.Object(
  { field: Type.String(), value: Type.String(), color: Type.String({ description: '#rrggbb' }) },
  { title: 'HighlightingRule', description: 'One for a field and value', ...closed },
)
export type HighlightingRule = Static<typeof HighlightingRule>

export const SortDirection = Type.Union([Type.Literal('Ascending'), Type.Literal('Descending')], {
  title: 'SortDirection',
})

export const SortConfig = Type.Object(
  {
    type: Type.Union([Type.Literal('pivot'), Type.Literal('series')]),
    field: Type.String({ description: 'The field of a grouping, or the function of a series: never its own name' }),
    direction: SortDirection,
  },
  { title: 'SortConfig', ...closed },
)
export type SortConfig = Static<typeof SortConfig>

export const MessagesConfig = Type.Object(
  {
    fields: Type.Array(Type.String(), { description: 'Columns in their order' }),
    show_message_row: Type.Boolean(),
    decorators: Type.Array(Decorator),
    sort: Type.Array(SortConfig),
  },
  { title: 'MessagesConfig' },
)
export type MessagesConfig = Static<typeof MessagesConfig>

export const TIME_UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years', 'auto'] as const
export const TimeUnit = Type.Enum(TIME_UNITS, { title: 'TimeUnit' })
export type TimeUnit = (typeof TIME_UNITS)[number]

const AutoTimeInterval = Type.Object(
  {
    type: Type.Literal('auto'),
    scaling: Type.Optional(nullable(Type.Number({ description: 'Of the bucket; 0.5 makes twice as many' }))),
  },
  { title: 'AutoTimeInterval' },
)
const UnitTimeInterval = Type.Object(
  { type: Type.Literal('timeunit'), value: Type.Integer(), unit: TimeUnit },
  { title: 'UnitTimeInterval' },
)
export type TimeInterval = Static<typeof AutoTimeInterval> | Static<typeof UnitTimeInterval>
export const TimeInterval = byType<TimeInterval>('TimeInterval', { auto: AutoTimeInterval, timeunit: UnitTimeInterval })

export const TimePivot = Type.Object(
  {
    field: Type.String(),
    type: Type.Literal('time'),
    config: Type.Object({ interval: TimeInterval }),
  },
  { title: 'TimePivot' },
)
export type TimePivot = Static<typeof TimePivot>

export const ValuesPivot = Type.Object(
  {
    field: Type.String(),
    type: Type.Literal('values'),
    config: Type.Object({ limit: Type.Integer() }),
  },
  { title: 'ValuesPivot' },
)
export type ValuesPivot = Static<typeof ValuesPivot>

export type WidgetPivot = TimePivot | ValuesPivot
export const WidgetPivot = byType<WidgetPivot>('WidgetPivot', { time: TimePivot, values: ValuesPivot })

export const NUMBER_UNITS = ['none', 'percent', 'ratio', 'ms', 's', 'bytes', 'EUR', 'USD', 'custom'] as const
export const NumberFormat = Type.Object(
  {
    unit: Type.Enum(NUMBER_UNITS),
    suffix: Type.Optional(Type.String({ maxLength: 20, description: 'Of the unit `custom`' })),
  },
  {
    title: 'NumberFormat',
    description: 'Ours: the unit of a metric; `percent` of 100, `ratio` of 1. Without it the field name decides',
    additionalProperties: false,
  },
)
export type NumberFormat = Static<typeof NumberFormat>

export const Series = Type.Object(
  {
    function: Type.String({ description: 'count(), avg(took_ms), percentile(took_ms,95)' }),
    config: Type.Object({ name: nullable(Type.String()), format: Type.Optional(NumberFormat) }),
  },
  { title: 'Series' },
)
export type Series = Static<typeof Series>

export const BAR_MODES = ['group', 'stack', 'relative', 'overlay'] as const
export const INTERPOLATIONS = ['linear', 'step-after', 'spline'] as const
export const TREND_PREFERENCES = ['LOWER', 'NEUTRAL', 'HIGHER'] as const

export const BarVisualizationConfig = Type.Object(
  { barmode: Type.Enum(BAR_MODES) },
  { title: 'BarVisualizationConfig', additionalProperties: false },
)
export type BarVisualizationConfig = Static<typeof BarVisualizationConfig>

export const LineVisualizationConfig = Type.Object(
  { interpolation: Type.Enum(INTERPOLATIONS) },
  { title: 'LineVisualizationConfig', description: 'Of lines and areas', additionalProperties: false },
)
export type LineVisualizationConfig = Static<typeof LineVisualizationConfig>

export const NumericVisualizationConfig = Type.Object(
  {
    trend: Type.Boolean(),
    trend_preference: Type.Enum(TREND_PREFERENCES),
  },
  { title: 'NumericVisualizationConfig', additionalProperties: false },
)
export type NumericVisualizationConfig = Static<typeof NumericVisualizationConfig>

export const MapVisualizationConfig = Type.Object(
  {
    viewport: Type.Object(
      {
        center_x: decimal({ description: 'Latitude' }),
        center_y: decimal({ description: 'Longitude' }),
        zoom: decimal(),
      },
      { additionalProperties: false },
    ),
  },
  { title: 'MapVisualizationConfig', additionalProperties: false },
)
export type MapVisualizationConfig = Static<typeof MapVisualizationConfig>

export const VisualizationConfig = Type.Union(
  [BarVisualizationConfig, LineVisualizationConfig, NumericVisualizationConfig, MapVisualizationConfig],
  { title: 'VisualizationConfig', description: 'Settings of the visualization; null if it has none' },
)
export type VisualizationConfig = Static<typeof VisualizationConfig>

export const VISUALIZATIONS = [
  'table',
  'bar',
  'line',
  'area',
  'scatter',
  'pie',
  'heatmap',
  'numeric',
  'map',
  'sankey',
] as const
export const Visualization = Type.Enum(VISUALIZATIONS, { title: 'Visualization' })
export type Visualization = (typeof VISUALIZATIONS)[number]

export const ChartColor = Type.Object(
  { field_name: Type.String(), chart_color: Type.String({ pattern: '^#[0-9a-f]{3,6}$' }) },
  { title: 'ChartColor', ...closed },
)
export type ChartColor = Static<typeof ChartColor>

export const Threshold = Type.Object(
  {
    value: decimal(),
    color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
    label: Type.Optional(Type.String({ maxLength: 100 })),
  },
  {
    title: 'Threshold',
    description: 'Logyard: a line across charts; a single number gets the color of the highest threshold reached',
    additionalProperties: false,
  },
)
export type Threshold = Static<typeof Threshold>
export const MAX_THRESHOLDS = 10
export const Thresholds = Type.Array(Threshold, { maxItems: MAX_THRESHOLDS })

export const VALUE_SCALES = ['linear', 'logarithmic'] as const
export const ValueAxis = Type.Object(
  {
    scale: Type.Optional(Type.Enum(VALUE_SCALES)),
    min: Type.Optional(decimal()),
    max: Type.Optional(decimal({ description: 'Ignored, like `min`, if it is not greater than `min`' })),
  },
  {
    title: 'ValueAxis',
    description: 'Logyard: the axis of the values of a chart; without a limit the values decide',
    additionalProperties: false,
  },
)
export type ValueAxis = Static<typeof ValueAxis>
export const Formula = Type.Object(
  {
    formula: Type.String({ maxLength: 500, description: 'The series are A, B, C, ... in their order: `A / B * 100`' }),
    name: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    format: Type.Optional(NumberFormat),
  },
  {
    title: 'Formula',
    description: 'Ours: a further number of each group, calculated by the console from its series',
    additionalProperties: false,
  },
)
export type Formula = Static<typeof Formula>
export const MAX_FORMULAS = 10
export const Formulas = Type.Array(Formula, { maxItems: MAX_FORMULAS })

export const AggregationConfig = Type.Object(
  {
    row_pivots: Type.Array(WidgetPivot),
    column_pivots: Type.Array(WidgetPivot),
    series: Type.Array(Series),
    sort: Type.Array(SortConfig),
    visualization: Visualization,
    visualization_config: nullable(VisualizationConfig),
    formatting_settings: nullable(Type.Object({ chart_colors: Type.Array(ChartColor) })),
    rollup: Type.Boolean(),
    event_annotation: Type.Boolean(),
    thresholds: Type.Optional(Thresholds),
    value_axis: Type.Optional(ValueAxis),
    formulas: Type.Optional(Formulas),
    formulas_only: Type.Optional(Type.Boolean({ description: 'Ours: the series themselves are not shown' })),
  },
  { title: 'AggregationConfig' },
)
export type AggregationConfig = Static<typeof AggregationConfig>

const widgetFacts = {
  id: Type.String(),
  filter: nullable(Type.String({ description: 'A further query, of dashboards of old' })),
  timerange: nullable(TimeRange),
  query: nullable(BackendQuery),
  streams: Type.Array(Type.String()),
}

export const MessagesWidget = Type.Object(
  { ...widgetFacts, type: Type.Literal('messages'), config: MessagesConfig },
  { title: 'MessagesWidget' },
)
export type MessagesWidget = Static<typeof MessagesWidget>

export const AggregationWidget = Type.Object(
  { ...widgetFacts, type: Type.Literal('aggregation'), config: AggregationConfig },
  { title: 'AggregationWidget' },
)
export type AggregationWidget = Static<typeof AggregationWidget>

/** Ours: the type of a widget with Markdown text. The server stores it as one of an unknown type. */
export const TEXT_WIDGET = 'logyard.text'

/** Ours: the type of a widget with steps, of a saved search or a dashboard; its query is the part before them. */
export const STEPS_WIDGET = 'logyard.steps'

/** Ours: the type of a widget with a statement in SQL over the messages that its query selects. */
export const SQL_WIDGET = 'logyard.sql'
/** Ours: the type of a widget with the patterns of its messages; its configuration is `{order}`. */
export const PATTERNS_WIDGET = 'logyard.patterns'

/** A widget of an unknown type: stored unchanged. */
export interface OtherWidget extends Omit<MessagesWidget, 'type' | 'config'> {
  type: string
  config: Record<string, unknown>
}
export type Widget = MessagesWidget | AggregationWidget | OtherWidget
export const Widget = byType<Widget>(
  'Widget',
  { messages: MessagesWidget, aggregation: AggregationWidget },
  { isOpen: true, description: 'One of another type is stored unchanged' },
)

export const WidgetPositions = Type.Record(Type.String(), WidgetPosition, { description: 'By widget id' })
export type WidgetPositions = Static<typeof WidgetPositions>

export const ViewState = Type.Object(
  {
    selected_fields: nullable(Type.Array(Type.String())),
    static_message_list_id: nullable(Type.String()),
    titles: Type.Object({
      widget: Type.Optional(Type.Record(Type.String(), Type.String())),
      tab: Type.Optional(Type.Object({ title: Type.Optional(Type.String()) })),
    }),
    widgets: Type.Array(Widget),
    widget_mapping: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'The search types that fill a widget, by its id',
    }),
    positions: WidgetPositions,
    formatting: nullable(Type.Object({ highlighting: Type.Array(HighlightingRule) })),
    display_mode_settings: Type.Object({ positions: WidgetPositions }),
  },
  { title: 'ViewState' },
)
export type ViewState = Static<typeof ViewState>
