/** The colour of each series of a chart. */
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { levelColor, type Scheme, seriesColor } from '../../base/theme/chart-colors.ts'
import type { ChartSeries } from './chart-data.ts'

export const EVENTS_NAME = 'Alerts'
const EVENTS_COLOR = '#d3d3d3'

const LEVEL_FIELDS = ['level', 'severity', 'log_level', 'loglevel', 'syslog_severity']
const LEVEL_NAMES: readonly (readonly string[])[] = [
  ['0', 'emergency', 'emerg', 'panic'],
  ['1', 'alert'],
  ['2', 'critical', 'crit', 'fatal'],
  ['3', 'error', 'err', 'severe'],
  ['4', 'warning', 'warn'],
  ['5', 'notice'],
  ['6', 'informational', 'information', 'info'],
  ['7', 'debug', 'trace', 'verbose'],
]

const severityOf = (value: string): number => LEVEL_NAMES.findIndex((names) => names.includes(value.toLowerCase()))

/** Stored colours first, then those of log levels, then one colour after the other. */
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
  const isByLevel = LEVEL_FIELDS.includes(config.column_pivots[0]?.field.toLowerCase() ?? '')
  const levels = new Map(isByLevel ? series.map(({ name, columnKey }) => [name, columnKey[0] ?? '']) : [])
  return (name) =>
    stored.get(name) ??
    levelColor(severityOf(levels.get(name) ?? ''), scheme) ??
    (name === EVENTS_NAME ? EVENTS_COLOR : seriesColor(ranks.get(name) ?? 0, scheme))
}

/** Stores or removes the colour of a series. */
export function withColor(config: AggregationConfig, name: string, color: string | undefined): AggregationConfig {
  const others = (config.formatting_settings?.chart_colors ?? []).filter(({ field_name }) => field_name !== name)
  const chart_colors =
    color === undefined ? others : [...others, { field_name: name, chart_color: color.toLowerCase() }]
  return { ...config, formatting_settings: { chart_colors } }
}
