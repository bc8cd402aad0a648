/** A short notation for widgets. */

import { textConfig } from '../../../console/src/view-document/model/text-widget.ts'
import type {
  AggregationConfig,
  AggregationWidget,
  MessagesWidget,
  NumberFormat,
  OtherWidget,
  SortConfig,
  Threshold,
  Visualization,
  VisualizationConfig,
  WidgetPivot,
} from '../../../contract/src/views/view-state.ts'
import { TEXT_WIDGET } from '../../../contract/src/views/view-state.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS
const LIMIT = 15

/** Colours with the same meaning on every dashboard; each contrasts with both themes' backgrounds. */
export const COLORS = { good: '#2f9e6e', odd: '#d99a08', bad: '#d64550', muted: '#8795a5' } as const

export interface WidgetPlan {
  readonly title: string
  readonly kind:
    | Pick<AggregationWidget, 'type' | 'config'>
    | Pick<MessagesWidget, 'type' | 'config'>
    | Pick<OtherWidget, 'type' | 'config'>
  /** The widget's search; text widgets have none. */
  readonly asks?: Asked
}

interface Asked {
  readonly query: string
  /** Stream titles. */
  readonly streams: readonly string[]
  readonly seconds: number
}

interface Source {
  readonly title: string
  readonly query?: string
  readonly streams: readonly string[]
  /** Default: the last day. */
  readonly hours?: number
}

const asked = ({ query = '', streams, hours }: Source): Asked => ({
  query,
  streams,
  seconds: hours === undefined ? DAY_SECONDS : hours * HOUR_SECONDS,
})

export const text = (title: string, markdown: string): WidgetPlan => ({
  title,
  kind: { type: TEXT_WIDGET, config: textConfig(markdown) },
})

export const OVER_TIME: WidgetPivot = {
  field: 'timestamp',
  type: 'time',
  config: { interval: { type: 'auto', scaling: 1 } },
}
export const HOURLY: WidgetPivot = {
  field: 'timestamp',
  type: 'time',
  config: { interval: { type: 'timeunit', value: 1, unit: 'hours' } },
}
export const by = (field: string, limit = LIMIT): WidgetPivot => ({ field, type: 'values', config: { limit } })

interface ChartPlan extends Source {
  readonly rows?: readonly WidgetPivot[]
  readonly columns?: readonly WidgetPivot[]
  /** Functions, optionally with a name. */
  readonly series: readonly (string | readonly [text: string, name: string])[]
  readonly sort?: SortConfig
  readonly options?: VisualizationConfig
  /** By series name. */
  readonly colors?: Readonly<Record<string, string>>
  readonly thresholds?: readonly Threshold[]
  /** Of all series; without it their field names decide. */
  readonly unit?: NumberFormat['unit']
}

export function chart(visualization: Visualization, plan: ChartPlan): WidgetPlan {
  const { title, rows = [], columns = [], series, sort, options, colors, thresholds, unit } = plan
  const format = unit === undefined ? {} : { format: { unit } }
  const config: AggregationConfig = {
    row_pivots: [...rows],
    column_pivots: [...columns],
    series: series.map((one) =>
      typeof one === 'string'
        ? { function: one, config: { name: null, ...format } }
        : { function: one[0], config: { name: one[1], ...format } },
    ),
    sort: sort === undefined ? [] : [sort],
    visualization,
    visualization_config: options ?? null,
    formatting_settings:
      colors === undefined
        ? null
        : {
            chart_colors: Object.entries(colors).map(([field_name, chart_color]) => ({ field_name, chart_color })),
          },
    rollup: true,
    event_annotation: false,
    ...(thresholds === undefined ? {} : { thresholds: [...thresholds] }),
  }
  return { title, kind: { type: 'aggregation', config }, asks: asked(plan) }
}

export const most = (series: string): SortConfig => ({ type: 'series', field: series, direction: 'Descending' })
export const stacked: VisualizationConfig = { barmode: 'stack' }

interface NumberPlan extends Source {
  readonly series: string
  readonly better: 'LOWER' | 'NEUTRAL' | 'HIGHER'
  readonly unit?: NumberFormat['unit']
  readonly thresholds?: readonly Threshold[]
}

/** A single number, compared with the previous period. */
export const number = ({ series, better, ...plan }: NumberPlan): WidgetPlan =>
  chart('numeric', { ...plan, series: [series], options: { trend: true, trend_preference: better } })

interface MessagesPlan extends Source {
  readonly columns: readonly string[]
  readonly hasText?: boolean
}

export const messages = ({ columns, hasText = true, ...plan }: MessagesPlan): WidgetPlan => ({
  title: plan.title,
  kind: {
    type: 'messages',
    config: {
      fields: [...columns],
      show_message_row: hasText,
      decorators: [],
      sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
    },
  },
  asks: asked(plan),
})
