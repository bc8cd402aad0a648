import { expect, test } from 'vitest'
import { countSeries, emptyAggregation, valuesPivot } from '../../view-document/model/aggregation-config.ts'
import { pivotSample } from '../testing/pivot-samples.ts'
import { plainTheme as theme, plainWords as words } from '../testing/plain-charts.ts'
import { chartData } from './chart-data.ts'
import { heatmapOption } from './heatmap-option.ts'
import { pieOption } from './pie-option.ts'
import { xyOption } from './xy/xy-option.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => [`name-${index}`])

function sample(visualization: 'bar' | 'pie' | 'heatmap', rows: number, columns: number) {
  const config = {
    ...emptyAggregation,
    visualization,
    row_pivots: [valuesPivot('source')],
    column_pivots: columns === 0 ? [] : [valuesPivot('level')],
    series: [countSeries],
  }
  const pivot = pivotSample(config, names(rows), columns === 0 ? [] : names(columns), () => 1)
  return { config, pivot, data: chartData(pivot, config), colorOf: () => '', hidden: new Set<string>(), theme, words }
}

test.each([
  { slices: 6, borderWidth: 1.5 },
  { slices: 500, borderWidth: 0 },
])('$slices slices have borders of $borderWidth', ({ slices, borderWidth }) => {
  const option = pieOption({ ...sample('pie', slices, 0), width: 300, height: 200 })
  expect(option.series).toMatchObject([{ itemStyle: { borderWidth } }])
})

test.each([
  { size: { width: 600, height: 300 }, columns: 5, borderWidth: 1, show: true },
  { size: { width: 600, height: 300 }, columns: 300, borderWidth: 0, show: true },
  { size: { width: 180, height: 60 }, columns: 5, borderWidth: 1, show: false },
])('$columns columns of cells are visible in $size', ({ size, columns, borderWidth, show }) => {
  const option = heatmapOption({ ...sample('heatmap', 6, columns), none: '', ...size })
  expect(option.series).toMatchObject([{ itemStyle: { borderWidth } }])
  expect(option.xAxis).toMatchObject({ axisLabel: { show } })
})

test.each([
  { size: { width: 900, height: 200 }, label: { show: true, interval: 0, rotate: 0 } },
  { size: { width: 300, height: 200 }, label: { show: true, interval: 'auto', rotate: 35 } },
  { size: { width: 300, height: 60 }, label: { show: false } },
])('the names below bars in $size leave enough space for the bars', ({ size, label }) => {
  const option = xyOption({ ...sample('bar', 6, 0), ...size })
  expect(option.xAxis).toMatchObject({ axisLabel: label })
})
