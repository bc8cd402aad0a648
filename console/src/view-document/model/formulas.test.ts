import type { PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { expect, test } from 'vitest'
import { aggregationCsv } from '../../widgets/aggregation/table/aggregation-csv.ts'
import { pivotSample } from '../../widgets/testing/pivot-samples.ts'
import { aggregationWidget } from '../../widgets/testing/widget-samples.ts'
import { emptyAggregation, seriesOf, settledConfig, valuesPivot } from './aggregation-config.ts'
import { withFormulas } from './formulas.ts'
import { pivotResult } from './view-model.ts'
import { widgetsToSearchTypes } from './widget-search-types.ts'

const base: AggregationConfig = {
  ...emptyAggregation,
  row_pivots: [valuesPivot('source')],
  series: [seriesOf('sum(errors)', 'errors'), seriesOf('count()')],
}
const numbers: Readonly<Record<string, readonly [errors: number | null, count: number]>> = {
  web: [5, 10],
  db: [1, 4],
  mail: [null, 7],
}
const rows = Object.keys(numbers).map((name) => [name])
const measure = ([source = '']: readonly string[], column: readonly string[], metric: string) =>
  (numbers[source]?.[metric === 'count()' ? 1 : 0] ?? null) &&
  (numbers[source]?.[metric === 'count()' ? 1 : 0] ?? 0) * (column.length + 1)

function shown(config: AggregationConfig, columns: readonly (readonly string[])[] = []) {
  const chart = pivotSample(config, rows, columns, measure)
  const [widget, result] = withFormulas(aggregationWidget('a', config), {
    results: { chart },
    errors: [],
    isLoading: false,
  })
  const pivot = pivotResult(result) as PivotResult
  return { widget, pivot, csv: aggregationCsv(pivot, widget.config).split('\n').slice(0, -1) }
}

test('a formula is a further number of each row, in the table and in its file', () => {
  const { csv } = shown({ ...base, formulas: [{ formula: 'A / B * 100', name: 'rate' }, { formula: 'B - A' }] })
  expect(csv).toEqual([
    '"source","errors","count()","rate","B - A"',
    '"web","5","10","50","5"',
    '"db","1","4","25","3"',
    '"mail",,"7",,',
  ])
})

test('alone, formulas replace the series; one that is wrong has no numbers', () => {
  const formulas = [{ formula: 'A / B' }, { formula: 'A / C' }]
  expect(shown({ ...base, formulas, formulas_only: true }).csv).toEqual([
    '"source","A / B","A / C"',
    '"web","0.5",',
    '"db","0.25",',
    '"mail",,',
  ])
})

test('columns have formulas of their own, and so have totals', () => {
  const config = {
    ...base,
    column_pivots: [valuesPivot('level')],
    formulas: [{ formula: 'B + 1' }],
    formulas_only: true,
  }
  expect(shown(config, [['3']]).csv).toEqual([
    '"source","B + 1","3-B + 1"',
    '"web","11","21"',
    '"db","5","9"',
    '"mail","8","15"',
  ])
})

test('rows are sorted by a formula, which the server is not asked for, with missing numbers last', () => {
  const sort = [{ type: 'series', field: 'A / B', direction: 'Ascending' } as const]
  const config = settledConfig({ ...base, formulas: [{ formula: 'A / B' }], sort })
  expect(config.sort).toEqual(sort)
  expect(shown(config).csv.map((line) => line.split(',')[0])).toEqual(['"source"', '"db"', '"web"', '"mail"'])
  const [chart] = widgetsToSearchTypes([aggregationWidget('a', config)], { uuid: () => 'id' }).searchTypes
  expect(chart).toMatchObject({ sort: [] })
  expect(chart).not.toHaveProperty('formulas')
})

test('formulas with the name of a series get another', () => {
  const { csv } = shown({ ...base, formulas: [{ formula: 'A', name: 'errors' }] })
  expect(csv[0]).toBe('"source","errors","count()","errors 2"')
})
