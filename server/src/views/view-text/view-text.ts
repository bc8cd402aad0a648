/** Dashboards and saved searches in short, as configuration text has them. `fill-view.ts` makes the whole of them. */
import { MAX_GROUPINGS, MAX_LIST, MAX_SERIES, MAX_STREAMS } from '@logyard/contract/http/bounds'
import { SERIES_FUNCTIONS } from '@logyard/contract/search/search-types'
import {
  MAX_THRESHOLDS,
  NUMBER_UNITS,
  SortConfig,
  TIME_UNITS,
  TREND_PREFERENCES,
  ValueAxis,
  VISUALIZATIONS,
  VisualizationConfig,
} from '@logyard/contract/views/view-state'
import { type Static, Type } from 'typebox'

const closed = { additionalProperties: false } as const
const texts = (maxItems: number) => Type.Array(Type.String(), { maxItems })

/** `90s`, `5m`, `6h`, `1d`: the time before now. */
const Range = Type.String({ pattern: '^[1-9]\\d{0,5}[smhd]$' })

/** The names of colours that mean the same on every dashboard; each contrasts with the backgrounds of both themes. */
export const NAMED_COLORS: Readonly<Record<string, string>> = {
  good: '#2f9e6e',
  odd: '#d99a08',
  bad: '#d64550',
  muted: '#8795a5',
}
const Color = Type.String({ pattern: `^(${Object.keys(NAMED_COLORS).join('|')}|#[0-9a-f]{6})$` })

/** The name of a field alone is grouped by time if it is `timestamp`, and by its 15 most frequent values otherwise. */
const Grouping = Type.Union([
  Type.String(),
  Type.Object({ field: Type.String(), limit: Type.Integer() }, closed),
  Type.Object(
    {
      field: Type.String(),
      interval: Type.Object({ value: Type.Integer(), unit: Type.Enum(TIME_UNITS) }, closed),
    },
    closed,
  ),
])
export type Grouping = Static<typeof Grouping>

const fieldFunctions = SERIES_FUNCTIONS.filter((name) => name !== 'count' && name !== 'percentile').join('|')
/** `count()`, `avg(took_ms)`, `percentile(took_ms,95)` */
const SeriesFunction = Type.String({
  pattern: `^(count\\([^,()]*\\)|(${fieldFunctions})\\([^,()]+\\)|percentile\\([^,()]+,\\d+(\\.\\d+)?\\))$`,
})
const SeriesText = Type.Union([
  SeriesFunction,
  Type.Object(
    {
      function: SeriesFunction,
      name: Type.Optional(Type.String()),
      unit: Type.Optional(Type.Enum(NUMBER_UNITS)),
    },
    closed,
  ),
])
export type SeriesText = Static<typeof SeriesText>

const widget = {
  title: Type.String({ minLength: 1 }),
  /** Width in columns, of twelve. */
  width: Type.Integer({ minimum: 1, maximum: 12 }),
}
/** Selection of a dashboard's widget, which searches on its own. The default is that of the view. */
const searched = {
  query: Type.Optional(Type.String()),
  streams: Type.Optional(texts(MAX_STREAMS)),
  range: Type.Optional(Range),
}

const ChartText = Type.Object(
  {
    type: Type.Enum(VISUALIZATIONS),
    ...widget,
    ...searched,
    rows: Type.Optional(Type.Array(Grouping, { maxItems: MAX_GROUPINGS })),
    columns: Type.Optional(Type.Array(Grouping, { maxItems: MAX_GROUPINGS })),
    /** Figures; the number of messages by default. */
    series: Type.Optional(Type.Array(SeriesText, { maxItems: MAX_SERIES })),
    /** Order of the groups. By default the group of values with the highest figure comes first. */
    sort: Type.Optional(Type.Array(SortConfig)),
    options: Type.Optional(VisualizationConfig),
    /** Colours by the name of the value or series. */
    colors: Type.Optional(Type.Record(Type.String(), Color)),
    thresholds: Type.Optional(
      Type.Array(Type.Object({ value: Type.Number(), color: Color, label: Type.Optional(Type.String()) }, closed), {
        maxItems: MAX_THRESHOLDS,
      }),
    ),
    value_axis: Type.Optional(ValueAxis),
    /** Trend of a single number, which is compared with the time before: whether less or more is better. */
    better: Type.Optional(Type.Enum(TREND_PREFERENCES)),
  },
  closed,
)
export type ChartText = Static<typeof ChartText>

/** The newest messages. */
const MessagesText = Type.Object(
  {
    type: Type.Literal('messages'),
    ...widget,
    ...searched,
    fields: texts(MAX_LIST),
    /** Whether the text of a message has a row of its own. */
    text_row: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type MessagesText = Static<typeof MessagesText>

const MarkdownText = Type.Object({ type: Type.Literal('text'), ...widget, text: Type.String() }, closed)
export type MarkdownText = Static<typeof MarkdownText>

export type WidgetText = ChartText | MessagesText | MarkdownText
const Rows = Type.Array(
  Type.Object(
    {
      height: Type.Integer({ minimum: 1, maximum: 100 }),
      widgets: Type.Array(Type.Union([ChartText, MessagesText, MarkdownText]), { maxItems: MAX_LIST }),
    },
    closed,
  ),
  { maxItems: MAX_LIST },
)
export type RowText = Static<typeof Rows>[number]

const view = {
  title: Type.String(),
  summary: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  streams: Type.Optional(texts(MAX_STREAMS)),
  range: Type.Optional(Range),
}

export const DashboardText = Type.Object(
  {
    ...view,
    /** The fields to filter by. */
    filter_fields: Type.Optional(texts(MAX_LIST)),
    pages: Type.Array(Type.Object({ title: Type.String(), rows: Rows }, closed), { minItems: 1, maxItems: MAX_LIST }),
  },
  closed,
)
export type DashboardText = Static<typeof DashboardText>

export const SearchText = Type.Object({ ...view, query: Type.Optional(Type.String()), rows: Rows }, closed)
export type SearchText = Static<typeof SearchText>
