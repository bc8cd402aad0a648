import { describe, expect, test } from 'vitest'
import {
  countSeries,
  emptyAggregation,
  seriesOf,
  timePivot,
  valuesPivot,
} from '../../view-document/model/aggregation-config.ts'
import { metricNumber } from '../../view-document/model/metric-number.ts'
import { pivotSample } from '../testing/pivot-samples.ts'
import { chartData, MAX_SERIES } from './chart-data.ts'

const byLevel = {
  ...emptyAggregation,
  row_pivots: [valuesPivot('source')],
  column_pivots: [valuesPivot('level', 2)],
  series: [countSeries],
}

describe('series from rows and values', () => {
  test('without columns each metric is a series with its own name', () => {
    const config = {
      ...emptyAggregation,
      row_pivots: [valuesPivot('source')],
      series: [countSeries, seriesOf('avg(took)', 'mean')],
    }
    const data = chartData(
      pivotSample(config, [['web'], ['db']], [], (_, __, metric) => (metric === 'count()' ? 7 : 1.5)),
      config,
    )
    expect(data.rows).toEqual([['web'], ['db']])
    expect(data.series.map(({ name, values }) => [name, values])).toEqual([
      ['count()', [7, 7]],
      ['mean', [1.5, 1.5]],
    ])
  })

  test('with one metric columns are named by their key, with several also by the metric', () => {
    const pivot = (config: typeof byLevel) => pivotSample(config, [['web']], [['3'], ['4']], () => 1)
    const two = { ...byLevel, series: [countSeries, seriesOf('max(took)')] }
    expect(chartData(pivot(byLevel), byLevel).series.map(({ name }) => name)).toEqual(['3', '4'])
    expect(chartData(pivot(two), two).series.map(({ name }) => name)).toEqual([
      '3-count()',
      '3-max(took)',
      '4-count()',
      '4-max(took)',
    ])
  })

  test('totals over all columns are not a series', () => {
    const data = chartData(
      pivotSample(byLevel, [['web']], [['3']], () => 1),
      byLevel,
    )
    expect(data.series).toHaveLength(1)
  })

  test('a missing count is zero, unless the row was limited to its largest columns', () => {
    const present: Record<string, readonly string[]> = { web: ['3', '4'], db: ['3'] }
    const result = pivotSample(byLevel, [['web'], ['db']], [['3'], ['4'], ['5']], ([source = ''], [level = '']) =>
      present[source]?.includes(level) ? 9 : undefined,
    )
    const values = Object.fromEntries(chartData(result, byLevel).series.map((one) => [one.name, one.values]))
    expect(values).toEqual({ '3': [9, 9], '4': [9, 0] })
    const wide = pivotSample(byLevel, [['web'], ['db']], [['3'], ['4'], ['5']], ([source], [level = '']) =>
      source === 'web' ? (level === '5' ? undefined : 9) : level === '5' ? 9 : undefined,
    )
    expect(chartData(wide, byLevel).series.find(({ name }) => name === '5')?.values).toEqual([null, 9])
  })

  test('a missing average is a gap', () => {
    const config = { ...byLevel, series: [seriesOf('avg(took)')] }
    const result = pivotSample(config, [['web'], ['db']], [['3']], ([source]) => (source === 'web' ? null : 4))
    expect(chartData(result, config).series[0]?.values).toEqual([null, 4])
  })

  test('series beyond the limit are counted, not drawn', () => {
    const config = { ...byLevel, column_pivots: [valuesPivot('id', 1000)], row_pivots: [timePivot('timestamp')] }
    const columns = Array.from({ length: MAX_SERIES + 20 }, (_, index) => [`id-${index}`])
    const data = chartData(
      pivotSample(config, [['2026-03-01T08:00:00.000Z']], columns, () => 1),
      config,
    )
    expect(data.series).toHaveLength(MAX_SERIES)
    expect(data.seriesTotal).toBe(MAX_SERIES + 20)
  })
})

test.each([
  [3, 3],
  ['2.5', 2.5],
  ['NaN', null],
  [null, null],
  ['2026-03-01T08:00:00.000Z', Date.UTC(2026, 2, 1, 8)],
  [Number.POSITIVE_INFINITY, null],
])('the value %j is the number %j', (value, number) => {
  expect(metricNumber(value)).toBe(number)
})
