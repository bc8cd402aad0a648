import { describe, expect, test } from 'vitest'
import { conditionOf } from '../../view-document/actions/value-path.ts'
import { countSeries, emptyAggregation, timePivot, valuesPivot } from '../../view-document/model/aggregation-config.ts'
import type { ChartClick } from '../charts/chart-click.ts'
import { anHour, pivotSample } from '../testing/pivot-samples.ts'
import { chartData } from './chart-data.ts'
import { heatPlace, mapPlace, piePlace, xyPlace } from './chart-place.ts'
import { mapPoints } from './map-points.ts'
import { timeBuckets } from './time-buckets.ts'
import { createValuePaths } from './value-paths.ts'

const minutes = ['2026-03-01T08:00:00.000Z', '2026-03-01T08:01:00.000Z', '2026-03-01T08:02:00.000Z'].map((key) => [key])
const config = {
  ...emptyAggregation,
  row_pivots: [timePivot('timestamp')],
  column_pivots: [valuesPivot('source')],
  series: [countSeries],
}
const pivot = pivotSample(config, minutes, [['web'], ['db']], (_, [source]) => (source === 'web' ? 10 : 50))
const data = chartData(pivot, config)
const buckets = timeBuckets(data.rows, pivot.effective_timerange)
const at = {} as DOMRect
const mark = (changes: object) => ({
  mark: { seriesIndex: 0, seriesName: '', dataIndex: 0, name: '', value: 0, ...changes },
  plot: undefined,
  at,
})
/** A click at an instant and a height, where a unit is a pixel. */
const inPlot = (x: string | number, y: number): ChartClick => ({
  mark: undefined,
  plot: { x: typeof x === 'string' ? Date.parse(x) : x, distance: (value) => Math.abs((value ?? Infinity) - y) },
  at,
})
const places = { data, config, buckets, hidden: new Set<string>() }
const told = (place: ReturnType<typeof xyPlace>) => place && [place.row?.[0], place.series?.name]

describe('a click on bars and lines', () => {
  test('on a bar selects its bucket and its series', () => {
    expect(told(xyPlace(mark({ seriesName: 'db', dataIndex: 1 }), places))).toEqual([minutes[1]?.[0], 'db'])
  })

  test.each([
    ['near one line', 12, 'web'],
    ['near the other', 45, 'db'],
    ['far from all', 100, undefined],
  ])('%s selects the bucket and the nearest line', (_, y, series) => {
    expect(told(xyPlace(inPlot('2026-03-01T08:01:30.000Z', y), places))).toEqual([minutes[1]?.[0], series])
  })

  test('outside of all buckets selects nothing, and hidden series are ignored', () => {
    expect(xyPlace(inPlot('2026-03-01T07:00:00.000Z', 10), places)).toBeUndefined()
    const hidden = new Set(['web'])
    expect(told(xyPlace(inPlot('2026-03-01T08:01:30.000Z', 12), { ...places, hidden }))?.[1]).toBe('db')
  })
})

test('a slice selects a row, a cell a row and a column, a circle the row of its position', () => {
  const bySource = { ...emptyAggregation, row_pivots: [valuesPivot('source')], series: [countSeries] }
  const pie = chartData(
    pivotSample(bySource, [['web'], ['db']], [], () => 1),
    bySource,
  )
  expect(piePlace(mark({ name: 'db' }), pie, ['web', 'db'])?.row).toEqual(['db'])
  expect(told(heatPlace(mark({ value: [1, 2, 50] }), data))).toEqual([minutes[2]?.[0], 'db'])
  const map = chartData(
    pivotSample(bySource, [['nowhere'], ['1,2'], ['3,4']], [], ([place]) => (place === '3,4' ? 9 : 1)),
    bySource,
  )
  expect(mapPlace(mark({ seriesName: 'count()', dataIndex: 0 }), map, mapPoints(map).points)?.row).toEqual(['3,4'])
})

test('a position becomes a condition; a bucket covers its time up to the next bucket', () => {
  const paths = createValuePaths(
    data.rows,
    data.series.map(({ columnKey }) => columnKey),
    config,
    anHour,
  )
  const path = [...paths.row(minutes[1] ?? []), ...paths.column(['web'])]
  expect(conditionOf(path, () => 'string')).toBe(
    'timestamp:["2026-03-01 08:01:00.000" TO "2026-03-01 08:02:00.000"} AND source:web',
  )
})
