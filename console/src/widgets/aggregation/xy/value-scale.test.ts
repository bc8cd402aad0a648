import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  countSeries,
  emptyAggregation,
  seriesOf,
  valuesPivot,
} from '../../../view-document/model/aggregation-config.ts'
import { drawSvg } from '../../export/draw-picture.ts'
import { pivotSample } from '../../testing/pivot-samples.ts'
import { plainTheme as theme, plainWords as words } from '../../testing/plain-charts.ts'
import { chartData } from '../chart-data.ts'
import { valueScale } from './value-scale.ts'
import { xyOption } from './xy-option.ts'

// ECharts then estimates the widths of texts.
beforeAll(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterAll(() => vi.restoreAllMocks())

const SIZE = { width: 600, height: 400 }

function sample(changes: Partial<AggregationConfig>, values: readonly (number | null)[], columns: string[][] = []) {
  const config: AggregationConfig = {
    ...emptyAggregation,
    visualization: 'bar',
    row_pivots: [valuesPivot('path')],
    column_pivots: columns.length === 0 ? [] : [valuesPivot('level')],
    series: [countSeries],
    ...changes,
  }
  const rows = values.map((_, index) => [`row ${index}`])
  const pivot = pivotSample(config, rows, columns, ([row = '']) => values[Number(row.slice(4))])
  const data = chartData(pivot, config)
  return { pivot, data, config, colorOf: () => '#123456', hidden: new Set<string>(), theme, words, ...SIZE }
}

/** The labels of the axis of values, as a picture of the chart has them. */
async function labels(changes: Partial<AggregationConfig>, values: readonly number[]) {
  const option = xyOption(sample(changes, values))
  const picture = { option: () => option, ...SIZE, legend: [] }
  const svg = await (await drawSvg({ title: '', picture, theme })).text()
  return [...svg.matchAll(/>(-?[\d.e+-]+)<\/text>/g)].map(([, text]) => Number(text)).sort((a, b) => a - b)
}

test('a linear axis ends at its limits', async () => {
  const ends = (await labels({ value_axis: { min: 20, max: 60 } }, [5, 100])).filter((_, index, all) =>
    [0, all.length - 1].includes(index),
  )
  expect(ends).toEqual([20, 60])
  const above = await labels({ value_axis: { min: 500 } }, [5, 100])
  expect(above[0]).toBe(500)
  const below = await labels({ value_axis: { max: -500 } }, [5, 100])
  expect(below.at(-1)).toBe(-500)
})

test('with one limit, the other end still has room for threshold lines', async () => {
  const thresholds = [{ value: 900, color: '#d14343' }]
  expect((await labels({ value_axis: { min: 20 }, thresholds }, [5, 100])).at(-1)).toBeGreaterThanOrEqual(900)
})

test('limits that exclude each other are ignored', async () => {
  expect(await labels({ value_axis: { min: 60, max: 20 } }, [5, 100])).toEqual(await labels({}, [5, 100]))
})

test('a logarithmic axis has a label for each power of ten, and shows zero and negative values', async () => {
  const value_axis = { scale: 'logarithmic' } as const
  expect(await labels({ value_axis }, [0, 3, 40_000])).toEqual([0, 1, 10, 100, 1000, 10_000])
  expect(await labels({ value_axis, series: [seriesOf('sum(change)')] }, [-120, 0, 15])).toEqual([-100, -10, 0, 10])
  expect(await labels({ value_axis: { ...value_axis, min: 50, max: 2000 } }, [0, 3, 40_000])).toEqual([100, 1000])
})

test('values below one have powers of ten of their own', () => {
  const scale = valueScale(sample({ value_axis: { scale: 'logarithmic' } }, [0.004, 0, null, 20]))
  const [small, large] = [0.04, 0.4].map((value) => scale.positionOf(value) - scale.positionOf(value / 10))
  expect(small).toBeGreaterThan(0.5)
  expect(large).toBeCloseTo(1, 1)
  expect(scale.valueAt(scale.positionOf(-7))).toBeCloseTo(-7)
})

test.each(['stack', 'relative'] as const)('the end of a %s is where its sum is', (barmode) => {
  const input = sample(
    { visualization_config: { barmode }, value_axis: { scale: 'logarithmic' } },
    [300, 0],
    [['error'], ['info']],
  )
  const { series } = xyOption(input)
  const sum = [series].flat().reduce((all, one) => all + Number(Object(one).data[0]), 0)
  expect(sum).toBeCloseTo(valueScale(input).positionOf(600))
})

test.each(['linear', 'logarithmic'] as const)(
  'a stack on a %s axis has the parts above a missing one',
  async (scale) => {
    const input = sample(
      { visualization_config: { barmode: 'stack' }, value_axis: { scale } },
      [300],
      [['error'], ['info']],
    )
    const [error, info] = input.data.series
    const data = { ...input.data, series: [error, info].flatMap((one) => one ?? []) }
    const withGap = data.series.map((one, index) => (index === 0 ? { ...one, values: [null] } : one))
    const option = xyOption({ ...input, data: { ...data, series: withGap } })
    const ends = [option.series].flat().map((one) => Object(one).data[0])
    expect(ends).toEqual([0, valueScale(input).positionOf(300)])
  },
)

test('a tooltip has the value, not its position', () => {
  const input = sample({ value_axis: { scale: 'logarithmic' } }, [300, 0])
  const { tooltip, series } = xyOption(input)
  const position = Object([series].flat()[0]).data[0]
  const told: Element = Object(tooltip).formatter([{ seriesName: 'count()', dataIndex: 0, value: position }])
  expect(told.textContent).toContain('count()300')
})
