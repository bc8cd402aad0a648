/** The table of a query or a statement as an aggregation, which the charts of widgets can draw. */
import type { PivotResult, PivotRow, PivotValue } from '@logyard/contract/search/search-results'
import type { QueryTable, QueryTableColumn } from '@logyard/contract/search/tables'
import type { AggregationWidget } from '@logyard/contract/views/view-state'
import { emptyAggregation, seriesOf, timePivot, valuesPivot } from '../../view-document/model/aggregation-config.ts'
import type { TableForm } from '../../view-document/model/table-widget.ts'

export interface DrawnTable {
  readonly widget: AggregationWidget
  readonly pivot: PivotResult
}

export type TableChart = Exclude<TableForm, 'table'>

/** The forms that can show a table; all but the first are charts. */
export function formsOf(table: QueryTable | undefined): readonly TableForm[] {
  if (table === undefined) return ['table']
  const { chart, columns, datarows } = table
  const isNumber = datarows.length === 1 && columns.some(({ type }) => type === 'number')
  return ['table', ...(isNumber ? (['numeric'] as const) : []), ...(figuresOf(table).length > 0 ? charts(chart) : [])]
}

function charts(chart: QueryTable['chart']): readonly TableChart[] {
  if (chart === null || chart.keys === 0) return []
  return chart.over === 'time' ? ['line', 'area', 'bar'] : ['bar', 'line', 'pie']
}

/** The chosen form if it can show the table, else the one that suits it. */
export function shownForm(table: QueryTable | undefined, chosen: TableForm | undefined): TableForm {
  const forms = formsOf(table)
  if (chosen !== undefined && forms.includes(chosen)) return chosen
  return table?.chart?.over === 'time' && forms.includes('line') ? 'line' : 'table'
}

/** The first columns tell the rows apart, the numbers behind them are drawn. Undefined if there is nothing to draw. */
export function drawnTable(table: QueryTable, form: TableChart): DrawnTable | undefined {
  const { columns, chart, datarows, effective_timerange } = table
  const isSingle = form === 'numeric'
  const figures = isSingle ? numbersFrom(table, 0).slice(0, 1) : figuresOf(table)
  if (figures.length === 0) return undefined
  const keys = isSingle ? 0 : (chart?.keys ?? 0)
  const [first, ...others] = columns.slice(0, keys)
  const rows = rowsOf(datarows, keys, figures)
  const pivot: PivotResult = { id: 'table', type: 'pivot', rows, total: datarows.length, effective_timerange }
  const widget: AggregationWidget = {
    id: 'table',
    type: 'aggregation',
    filter: null,
    timerange: null,
    query: null,
    streams: [],
    config: {
      ...emptyAggregation,
      visualization: form,
      visualization_config: form === 'bar' && others.length > 0 ? { barmode: 'stack' } : null,
      row_pivots: first === undefined ? [] : [pivotOf(first, chart?.over)],
      column_pivots: others.map((column) => valuesPivot(column.name, datarows.length)),
      series: figures.map(({ name }) => seriesOf('sum(value)', name)),
    },
  }
  return { widget, pivot }
}

interface Figure {
  readonly name: string
  readonly at: number
}

const numbersFrom = ({ columns }: QueryTable, first: number): readonly Figure[] =>
  columns.flatMap(({ name, type }, at) => (at >= first && type === 'number' ? [{ name, at }] : []))

/** None for rows that are no figures. */
const figuresOf = (table: QueryTable): readonly Figure[] =>
  table.chart === null ? [] : numbersFrom(table, table.chart.keys)

const pivotOf = ({ name }: QueryTableColumn, over: 'time' | 'values' | undefined) =>
  over === 'time' ? timePivot('timestamp') : valuesPivot(name)

/** Rows with the same first column are one row of the chart. */
function rowsOf(datarows: QueryTable['datarows'], keys: number, figures: readonly Figure[]): PivotRow[] {
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
