/** The colour of each series of a chart. */
import { levelNumber } from '@logyard/contract/messages/message-levels'
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { levelColor, neutralColor, type Scheme, seriesColor } from '../../base/theme/chart-colors.ts'
import { parseSeries } from '../../view-document/model/series-function.ts'
import type { ChartSeries } from './chart-data.ts'

export const EVENTS_NAME = 'Alerts'
const EVENTS_COLOR = '#d3d3d3'

const LEVEL_FIELDS = ['level', 'severity', 'log_level', 'loglevel', 'syslog_severity']

const severityOf = (value: string): number => levelNumber(value) ?? -1

/** The colour of a log level by its number or name; `undefined` for fields that hold no levels. */
function colorOfLevel(field: string | undefined, value: string, scheme: Scheme): string | undefined {
  return LEVEL_FIELDS.includes(field?.toLowerCase() ?? '') ? levelColor(severityOf(value), scheme) : undefined
}

const isPlainCount = ({ series: [first, ...others], column_pivots }: AggregationConfig) =>
  column_pivots.length === 0 && others.length === 0 && parseSeries(first?.function ?? '')?.type === 'count'

/** Stored colours first, then those of log levels, then one colour after the other. A lone count is neutral. */
export function seriesColors(
  series: readonly ChartSeries[],
  config: AggregationConfig,
  scheme: Scheme,
): (name: string) => string {
  const stored = new Map(
    (config.formatting_settings?.chart_colors ?? []).map(({ field_name, chart_color }) => [field_name, chart_color]),
  )
  // By name, not by position: colours must not change when the order of the values does on refresh.
  const names = [...new Set(series.map(({ name }) => name))]
  const ranks = new Map((config.column_pivots.length > 0 ? names.toSorted() : names).map((name, rank) => [name, rank]))
  const levels = new Map(series.map(({ name, columnKey }) => [name, columnKey[0] ?? '']))
  const isNeutral = isPlainCount(config)
  return (name) =>
    stored.get(name) ??
    colorOfLevel(config.column_pivots[0]?.field, levels.get(name) ?? '', scheme) ??
    (name === EVENTS_NAME ? EVENTS_COLOR : isNeutral ? neutralColor(scheme) : seriesColor(ranks.get(name) ?? 0, scheme))
}

/** Stores or removes the colour of a series. */
export function withColor(config: AggregationConfig, name: string, color: string | undefined): AggregationConfig {
  const others = (config.formatting_settings?.chart_colors ?? []).filter(({ field_name }) => field_name !== name)
  const chart_colors =
    color === undefined ? others : [...others, { field_name: name, chart_color: color.toLowerCase() }]
  return { ...config, formatting_settings: { chart_colors } }
}
