/** The charts that stand for an old widget. */

import { isRecord } from '../../../entities/codecs/codec.ts'
import { entityInvalid } from '../../../entities/entity-errors.ts'
import type { Chart } from './new-chart.ts'
import type { OldWidget } from './old-dashboard.ts'

export interface ConvertedChart {
  readonly chart: Chart
  readonly query: string
}

type Configuration = OldWidget['configuration']
type Convert = (configuration: Configuration) => readonly ConvertedChart[]

const FUNCTIONS: Readonly<Record<string, string>> = {
  ...{ cardinality: 'card', mean: 'avg', total: 'sum', std_dev: 'stddev', std_deviation: 'stddev' },
  ...{ sum_of_squares: 'sumofsquares', count: 'count', variance: 'variance', min: 'min', max: 'max' },
}
const STACKED = 15
const PIE = 5
const TABLE = 15
const HISTOGRAM = 5

const textOf = (configuration: Configuration, name: string): string => {
  const value = configuration[name]
  return typeof value === 'string' ? value : ''
}
const queryOf = (configuration: Configuration) => textOf(configuration, 'query')
const functionOf = (name: string) => FUNCTIONS[name] ?? (name === '' ? 'avg' : name)
const count = { fn: 'count' } as const
const measured = (fn: string, field: string) => (fn === 'count' ? count : { fn, field })

const INTERPOLATIONS: Readonly<Record<string, 'linear' | 'step-after' | 'spline'>> = {
  linear: 'linear',
  'step-after': 'step-after',
  cardinal: 'spline',
  basis: 'spline',
  bundle: 'spline',
  monotone: 'spline',
}

function overTime(configuration: Configuration, fn: string, field: string): Chart {
  const renderer = textOf(configuration, 'renderer')
  const common = { rows: [{ type: 'time' as const }], ...measured(fn, field) }
  const interpolation = INTERPOLATIONS[textOf(configuration, 'interpolation')] ?? 'linear'
  if (renderer === 'scatterplot') return { ...common, visualization: 'scatter' }
  if (renderer === 'line' || renderer === 'area')
    return { ...common, visualization: renderer, settings: { interpolation } }
  return { ...common, visualization: 'bar', settings: { barmode: 'group' } }
}

/** The field last, so that it is the innermost. */
function valueGroups(configuration: Configuration, limit: number) {
  const stacked = textOf(configuration, 'stacked_fields')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const field = textOf(configuration, 'field')
  return [
    ...stacked.map((name) => ({ type: 'values' as const, field: name, limit: STACKED })),
    { type: 'values' as const, field, limit },
  ]
}

const trend = (configuration: Configuration) => ({
  trend: true,
  trend_preference: configuration['lower_is_better'] === true ? ('LOWER' as const) : ('HIGHER' as const),
})

function quickValues(configuration: Configuration): readonly ConvertedChart[] {
  const isPie = configuration['show_pie_chart'] === true
  const isTable = configuration['show_data_table'] === true || !isPie
  const sort = textOf(configuration, 'sort_order').toLowerCase() === 'asc' ? 'Ascending' : 'Descending'
  const query = queryOf(configuration)
  const pie: Chart = { rows: valueGroups(configuration, PIE), ...count, sort, visualization: 'pie' }
  const table: Chart = { rows: valueGroups(configuration, TABLE), ...count, sort, visualization: 'table' }
  return [...(isPie ? [{ chart: pie, query }] : []), ...(isTable ? [{ chart: table, query }] : [])]
}

function stackedChart(configuration: Configuration): readonly ConvertedChart[] {
  const series = configuration['series']
  return (Array.isArray(series) ? series : []).filter(isRecord).map((one) => ({
    chart: overTime(configuration, functionOf(textOf(one, 'statistical_function')), textOf(one, 'field')),
    query: queryOf(one),
  }))
}

const one =
  (make: (configuration: Configuration) => Chart): Convert =>
  (configuration) => [{ chart: make(configuration), query: queryOf(configuration) }]

const numeric = (fn: string, field: string, configuration: Configuration): Chart => ({
  ...{ rows: [], ...measured(fn, field), visualization: 'numeric' },
  settings: trend(configuration),
})

const CONVERSIONS: Readonly<Record<string, Convert>> = {
  SEARCH_RESULT_CHART: one((configuration) => overTime({ ...configuration, renderer: 'bar' }, 'count', '')),
  FIELD_CHART: one((configuration) =>
    overTime(configuration, functionOf(textOf(configuration, 'valuetype')), textOf(configuration, 'field')),
  ),
  STACKED_CHART: stackedChart,
  STATS_COUNT: one((configuration) =>
    numeric(functionOf(textOf(configuration, 'stats_function')), textOf(configuration, 'field'), configuration),
  ),
  SEARCH_RESULT_COUNT: one((configuration) => numeric('count', '', configuration)),
  STREAM_SEARCH_RESULT_COUNT: one((configuration) => numeric('count', '', configuration)),
  QUICKVALUES: quickValues,
  QUICKVALUES_HISTOGRAM: one((configuration) => ({
    rows: [{ type: 'time' }],
    columns: valueGroups(configuration, HISTOGRAM),
    ...count,
    visualization: 'bar',
    settings: { barmode: 'stack' },
    rollup: false,
  })),
}

const MAP = /^org\.graylog\.plugins\.map\..*MapWidgetStrategy$/
const mapChart = one((configuration) => ({
  rows: [{ type: 'values', field: textOf(configuration, 'field'), limit: STACKED }],
  ...count,
  visualization: 'map',
}))

export function convertWidget({ type, configuration }: OldWidget): readonly ConvertedChart[] {
  const convert = CONVERSIONS[type.toUpperCase()] ?? (MAP.test(type) ? mapChart : undefined)
  if (convert === undefined) throw entityInvalid('widgets', `has a widget of the unknown type ${type}`)
  return convert(configuration)
}
