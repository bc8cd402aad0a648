/**
 * An aggregation's data as a CSV file: the data table with every key written out. Keys come from senders, so values
 * that a spreadsheet would calculate are escaped.
 */
import { withoutFormula } from '@logyard/contract/search/csv-formulas'
import type { PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { seriesName } from '../../../view-document/model/series-function.ts'
import { joinKey } from '../chart-data.ts'
import { tableModel } from './data-table-model.ts'

const written = (value: unknown): string =>
  value === null || value === undefined ? '' : `"${withoutFormula(String(value)).replaceAll('"', '""')}"`

export function aggregationCsv(pivot: PivotResult, config: AggregationConfig): string {
  const { rowFields, columns, rows } = tableModel(pivot, config)
  const header = [...rowFields, ...columns.map(({ columnKey, series }) => joinKey([...columnKey, seriesName(series)]))]
  const lines = rows.map(({ keys, values }) => [
    ...keys.map(({ value }) => value),
    ...columns.map(({ id }) => values.get(id)),
  ])
  return [header, ...lines].map((line) => `${line.map(written).join(',')}\n`).join('')
}
