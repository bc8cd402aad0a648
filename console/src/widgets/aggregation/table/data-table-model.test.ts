import { expect, test } from 'vitest'
import {
  countSeries,
  emptyAggregation,
  seriesOf,
  valuesPivot,
} from '../../../view-document/model/aggregation-config.ts'
import { pivotSample } from '../../testing/pivot-samples.ts'
import { aggregationCsv } from './aggregation-csv.ts'
import { cellPath, tableModel } from './data-table-model.ts'

const config = {
  ...emptyAggregation,
  row_pivots: [valuesPivot('source'), valuesPivot('app')],
  column_pivots: [valuesPivot('level'), valuesPivot('zone')],
  series: [countSeries, seriesOf('avg(took)', 'mean')],
}
const rows = [
  ['web', 'shop'],
  ['web', 'api'],
  ['db', 'api'],
]
// Zones of one level do not come next to each other: a row may lack some.
const columns = [
  ['3', 'eu'],
  ['4', 'eu'],
  ['3', 'us'],
]
const model = tableModel(
  pivotSample(config, rows, columns, ([source], column) => (source === 'db' && column[0] === '4' ? undefined : 2)),
  config,
)

test('columns are grouped below their outer key, totals first', () => {
  expect(model.headers.map((cells) => cells.map(({ text, span }) => [text, span]))).toEqual([
    [
      ['', 2],
      ['3', 4],
      ['4', 2],
    ],
    [
      ['', 2],
      ['eu', 2],
      ['us', 2],
      ['eu', 2],
    ],
  ])
  expect(model.columns.map(({ columnKey }) => columnKey.join())).toEqual([
    '',
    '',
    '3,eu',
    '3,eu',
    '3,us',
    '3,us',
    '4,eu',
    '4,eu',
  ])
})

test('keys equal to the row above are marked, except the last key', () => {
  expect(model.rows.map(({ keys }) => keys.map(({ isRepeated }) => isRepeated))).toEqual([
    [false, false],
    [true, false],
    [false, false],
  ])
})

test('a cell leads to the messages that match all of its keys', () => {
  const [first] = model.rows
  const mean = model.columns.find(({ series, columnKey }) => series.config.name === 'mean' && columnKey[1] === 'us')
  if (first === undefined || mean === undefined) throw new Error('the table has no such cell')
  expect(cellPath(first, mean, model.paths)).toEqual([
    { field: 'source', value: 'web' },
    { field: 'app', value: 'shop' },
    { field: 'level', value: '3' },
    { field: 'zone', value: 'us' },
    { field: 'took' },
  ])
})

test('without row groupings there is one row of totals', () => {
  const plain = { ...emptyAggregation, series: [countSeries] }
  const { rows: only, columns: metrics } = tableModel(
    pivotSample(plain, [[]], [], () => 5),
    plain,
  )
  expect(only.map(({ values }) => values.get(metrics[0]?.id ?? ''))).toEqual([5])
})

test('the CSV file writes out every key and quotes every value', () => {
  const plain = { ...emptyAggregation, row_pivots: [valuesPivot('source')], series: [countSeries] }
  const result = pivotSample(plain, [['say "hi", you'], ['db']], [], ([source]) => (source === 'db' ? null : 3))
  expect(aggregationCsv(result, plain)).toBe('"source","count()"\n"say ""hi"", you","3"\n"db",\n')
})

test('the CSV file has no formulas, and negative numbers are unchanged', () => {
  const named = { ...countSeries, config: { name: '=1+1' } }
  const plain = { ...emptyAggregation, row_pivots: [valuesPivot('source')], series: [named] }
  const result = pivotSample(plain, [['@SUM(1)']], [], () => -3)
  expect(aggregationCsv(result, plain)).toBe(`"source","'=1+1"\n"'@SUM(1)","-3"\n`)
})
