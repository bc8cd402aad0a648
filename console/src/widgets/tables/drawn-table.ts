/** The table of a query with steps as an aggregation, which the charts of widgets can draw. */
import type { PivotResult, PivotRow, PivotValue } from '@logyard/contract/search/search-results'
import type { QueryTable, QueryTableColumn } from '@logyard/contract/search/tables'
import type { AggregationWidget } from '@logyard/contract/views/view-state'
import { emptyAggregation, seriesOf, timePivot, valuesPivot } from '../../view-document/model/aggregation-config.ts'

export interface DrawnTable {
  readonly widget: AggregationWidget
  readonly pivot: PivotResult
}

export type TableChart = 'bar' | 'line'

/** The first columns tell the rows apart, the numbers behind them are drawn. Undefined if there is nothing to draw. */
export function drawnTable(table: QueryTable, visualization: TableChart): DrawnTable | undefined {
  const { columns, chart, datarows, effective_timerange } = table
  if (chart === null) return undefined
  const isKey = (at: number) => at < chart.keys
  const figures = columns.flatMap(({ name, type }, at) => (!isKey(at) && type === 'number' ? [{ name, at }] : []))
  if (figures.length === 0) return undefined
  const [first, ...others] = columns.filter((_, at) => isKey(at))
  const rows = rowsOf(table, figures)
  const pivot: PivotResult = { id: 'steps', type: 'pivot', rows, total: datarows.length, effective_timerange }
  const widget: AggregationWidget = {
    id: 'steps',
    type: 'aggregation',
    filter: null,
    timerange: null,
    query: null,
    streams: [],
    config: {
      ...emptyAggregation,
      visualization,
      visualization_config: visualization === 'bar' && others.length > 0 ? { barmode: 'stack' } : null,
      row_pivots: first === undefined ? [] : [pivotOf(first, chart.over)],
      column_pivots: others.map((column) => valuesPivot(column.name, datarows.length)),
      series: figures.map(({ name }) => seriesOf('sum(value)', name)),
    },
  }
  return { widget, pivot }
}

const pivotOf = ({ name }: QueryTableColumn, over: 'time' | 'values') =>
  over === 'time' ? timePivot('timestamp') : valuesPivot(name)

interface Figure {
  readonly name: string
  readonly at: number
}

/** Rows with the same first column are one row of the chart. */
function rowsOf({ chart, datarows }: QueryTable, figures: readonly Figure[]): PivotRow[] {
  const keys = chart?.keys ?? 0
  const byKey = Map.groupBy(datarows, (row) => keyText(row[0]))
  const groups = keys === 0 ? [['', datarows] as const] : [...byKey]
  return groups.map(([key, rows]) => ({
    key: keys === 0 ? [] : [key],
    source: 'leaf',
    values: rows.flatMap((row) => {
      const column = row.slice(1, keys).map(keyText)
      return figures.map(({ name, at }): PivotValue => {
        const value = row[at]
        const source = column.length > 0 ? 'col-leaf' : 'row-leaf'
        return { key: [...column, name], value: typeof value === 'number' ? value : null, rollup: false, source }
      })
    }),
  }))
}

/** A missing value is as in the table. */
const keyText = (value: unknown): string => (value === null || value === undefined ? '–' : String(value))
