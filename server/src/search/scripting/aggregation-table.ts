import { MAX_GROUPINGS, MAX_SERIES } from '@logyard/contract/http/bounds'
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { AggregationRequest, ScriptGrouping, ScriptMetric, TableColumn } from '@logyard/contract/search/scripting'
import type { PivotRow, SearchTypeResult } from '@logyard/contract/search/search-results'
import {
  type BucketSpec,
  SERIES_FUNCTIONS,
  type SeriesSpec,
  type SortSpec,
} from '@logyard/contract/search/search-types'
import { draftOf, isAscending, requireAtMost, scriptRefused, type Tabulation } from './tabulation.ts'

const DEFAULT_LIMIT = 10
const COUNT: ScriptMetric = { function: 'count' }

/** A table of an aggregation: a column for each grouping and metric, a row for each group. */
export function tabulateAggregation(request: AggregationRequest): Tabulation {
  const groups = request.group_by ?? []
  const metrics = request.metrics && request.metrics.length > 0 ? request.metrics : [COUNT]
  requireAtMost(MAX_GROUPINGS, groups, 'groupings')
  requireAtMost(MAX_SERIES, metrics, 'metrics')
  const series = metrics.map((metric, at) => seriesOf(metric, `metric-${at}`))
  const draft = draftOf(request, {
    type: 'pivot',
    id: 'pivot',
    rollup: true,
    series,
    row_groups: groups.map(bucketOf),
    sort: metrics.flatMap((metric, at) => sortOf(metric, `metric-${at}`)),
  })
  const schema = [...groups.map(groupColumn), ...series.map(metricColumn)]
  const rowOf = ({ key, values }: PivotRow) => {
    const byId = new Map(values.map((value) => [value.key.join(), value.value]))
    return [...groups.map((_, at) => key[at] ?? null), ...series.map((_, at) => byId.get(`metric-${at}`) ?? null)]
  }
  return {
    draft,
    tableOf(result: SearchTypeResult) {
      if (result.type !== 'pivot') throw new TypeError(`an aggregation has the type ${result.type}`)
      const rows = (result.rows ?? []).filter(({ source }) => source === 'leaf')
      return { schema, metadata: { effective_timerange: result.effective_timerange }, datarows: rows.map(rowOf) }
    },
  }
}

const UNITS: Readonly<Record<string, string>> = {
  second: '1s',
  minute: '1m',
  hour: '1h',
  day: '1d',
  week: '1w',
  month: '1M',
}

function bucketOf({ field, limit, timeunit, granularity }: ScriptGrouping): BucketSpec {
  const time = timeunit ?? granularity
  if (time === null || time === undefined || time === '') {
    if (field === FIELD.timestamp) return { type: 'time', field, interval: { type: 'auto' } }
    return { type: 'values', field, limit: limit ?? DEFAULT_LIMIT }
  }
  const unit = UNITS[time.toLowerCase().replace(/s$/, '')] ?? time
  if (!/^0*[1-9]\d*[smhdwM]$/.test(unit)) throw scriptRefused(`${time} is not a unit of time, such as 1h or 15m.`)
  return { type: 'time', field, interval: { type: 'timeunit', timeunit: unit } }
}

function seriesOf({ function: given, field, configuration }: ScriptMetric, id: string): SeriesSpec {
  const type = SERIES_FUNCTIONS.find((one) => one === given.toLowerCase())
  if (type === undefined)
    throw scriptRefused(`There is no function ${given}; there are ${SERIES_FUNCTIONS.join(', ')}.`)
  if (type === 'count') return { type, id, ...(field ? { field } : {}) }
  if (!field) throw scriptRefused(`The function ${given} needs a field.`)
  if (type !== 'percentile') return { type, id, field }
  const percentile = configuration?.percentile
  if (percentile === null || percentile === undefined) throw scriptRefused('A percentile needs its configuration.')
  return { type, id, field, percentile }
}

function sortOf({ sort }: ScriptMetric, field: string): SortSpec[] {
  if (sort === null || sort === undefined || sort === '') return []
  return [{ type: 'series', field, direction: isAscending(sort, false) ? 'Ascending' : 'Descending' }]
}

const groupColumn = ({ field }: ScriptGrouping): TableColumn => ({
  column_type: 'grouping',
  type: field === FIELD.timestamp ? 'date' : 'string',
  field,
  name: `grouping: ${field}`,
})

function metricColumn(series: SeriesSpec): TableColumn {
  const of = series.field ?? undefined
  const rank = series.type === 'percentile' ? `,${series.percentile}` : ''
  return {
    column_type: 'metric',
    type: 'numeric',
    function: series.type,
    ...(of === undefined ? {} : { field: of }),
    name: `metric: ${series.type}(${of ?? ''}${rank})`,
  }
}
