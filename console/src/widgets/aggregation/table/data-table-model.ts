/** An aggregation as a table: header rows for the columns' keys, and a row per leaf. */
import type { PivotResult, PivotRow } from '@logyard/contract/search/search-results'
import type { AggregationConfig, Series } from '@logyard/contract/views/view-state'
import type { ValuePathPart } from '../../../view-document/actions/search-actions.ts'
import { parseSeries, seriesName } from '../../../view-document/model/series-function.ts'
import { createValuePaths, type ValuePaths } from '../value-paths.ts'

export interface HeaderCell {
  /** The field of a column grouping; absent for metrics. */
  readonly field: string | undefined
  readonly text: string
  readonly span: number
  readonly path: readonly ValuePathPart[]
}

export interface MetricColumn {
  readonly id: string
  readonly columnKey: readonly string[]
  readonly series: Series
}

interface KeyCell {
  readonly field: string
  readonly value: string
  /** Equal to the row above, so it is shown only once. */
  readonly isRepeated: boolean
}

export interface TableRow {
  readonly id: string
  readonly keys: readonly KeyCell[]
  readonly values: ReadonlyMap<string, unknown>
}

export interface TableModel {
  readonly rowFields: readonly string[]
  /** Header rows from the outermost column grouping to the innermost. */
  readonly headers: readonly (readonly HeaderCell[])[]
  readonly columns: readonly MetricColumn[]
  readonly rows: readonly TableRow[]
  readonly paths: ValuePaths
}

const columnId = (key: readonly string[]) => JSON.stringify(key)

export function tableModel(pivot: PivotResult, config: AggregationConfig): TableModel {
  const leaves = (pivot.rows ?? []).filter(({ source }) => source === 'leaf')
  const columns = metricColumns(leaves, config)
  const paths = createValuePaths(
    leaves.map(({ key }) => key),
    columns.map(({ columnKey }) => columnKey),
    config,
    pivot.effective_timerange,
  )
  return {
    paths,
    rowFields: config.row_pivots.map(({ field }) => field),
    headers: config.column_pivots.map((_, depth) => headerCells(columns, config, paths, depth)),
    columns,
    rows: leaves.map((row, index) => tableRow(row, leaves[index - 1], config)),
  }
}

/** Totals first, then the columns' keys in order of first appearance, grouped by their outer key. */
function metricColumns(leaves: readonly PivotRow[], config: AggregationConfig): MetricColumn[] {
  const depth = config.column_pivots.length
  const totals = depth === 0 || config.rollup ? config.series.map((series) => column([], series)) : []
  if (depth === 0) return totals
  const keys = new Map<string, readonly string[]>()
  for (const { values } of leaves)
    for (const { source, key } of values)
      if (source === 'col-leaf') keys.set(columnId(key.slice(0, -1)), key.slice(0, -1))
  const ordered = inGroups([...keys.values()], 0)
  return [...totals, ...ordered.flatMap((key) => config.series.map((series) => column(key, series)))]
}

const column = (columnKey: readonly string[], series: Series): MetricColumn => ({
  id: columnId([...columnKey, seriesName(series)]),
  columnKey,
  series,
})

/** Groups equal outer keys, so that one header can span them. */
function inGroups(keys: readonly (readonly string[])[], depth: number): (readonly string[])[] {
  if (keys.length <= 1 || keys[0]?.[depth] === undefined) return [...keys]
  const groups = Map.groupBy(keys, (key) => key[depth])
  return [...groups.values()].flatMap((group) => inGroups(group, depth + 1))
}

function headerCells(
  columns: readonly MetricColumn[],
  config: AggregationConfig,
  paths: ValuePaths,
  depth: number,
): HeaderCell[] {
  const cells: HeaderCell[] = []
  let last = ''
  for (const { columnKey } of columns) {
    const id = columnId(columnKey.slice(0, depth + 1))
    const previous = cells.at(-1)
    if (previous !== undefined && id === last) {
      cells[cells.length - 1] = { ...previous, span: previous.span + 1 }
      continue
    }
    last = id
    const text = columnKey[depth]
    cells.push({
      field: text === undefined ? undefined : config.column_pivots[depth]?.field,
      text: text ?? '',
      span: 1,
      path: paths.column(columnKey.slice(0, depth + 1)),
    })
  }
  return cells
}

function tableRow(row: PivotRow, above: PivotRow | undefined, { row_pivots }: AggregationConfig): TableRow {
  let isSame = above !== undefined
  const keys = row.key.map((value, index) => {
    isSame = isSame && above?.key[index] === value && index < row.key.length - 1
    return { field: row_pivots[index]?.field ?? '', value, isRepeated: isSame }
  })
  return {
    id: JSON.stringify(row.key),
    keys,
    values: new Map(
      row.values
        .filter(({ source }) => source === 'col-leaf' || source === 'row-leaf')
        .map(({ key, value }) => [columnId(key), value]),
    ),
  }
}

/** All keys of a metric's cell. A metric of a field counts only messages that have the field. */
export function cellPath(row: TableRow, { columnKey, series }: MetricColumn, paths: ValuePaths): ValuePathPart[] {
  const keys = paths.row(row.keys.map(({ value }) => value))
  const measured = parseSeries(series.function)?.field
  return [...keys, ...paths.column(columnKey), ...(measured === undefined ? [] : [{ field: measured }])]
}
