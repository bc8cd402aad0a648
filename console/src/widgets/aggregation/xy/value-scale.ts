/**
 * Where values are drawn along their axis: where they are, or by their magnitude.
 * A logarithmic axis has zero and negative values too: around zero it is linear, and farther away every step is ten times
 * the one before.
 */
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { barOf } from '../../../view-document/model/view-model.ts'
import type { ChartData, ChartSeries } from '../chart-data.ts'
import type { ChartWords } from '../chart-words.ts'
import type { XyData } from './xy-input.ts'

export interface ValueScale {
  readonly isLogarithmic: boolean
  readonly positionOf: (value: number) => number
  readonly valueAt: (position: number) => number
  /** The values that have a label; `undefined` if the axis has equal steps. */
  readonly ticks: readonly number[] | undefined
}

const LINEAR: ValueScale = {
  isLogarithmic: false,
  positionOf: (value) => value,
  valueAt: (position) => position,
  ticks: undefined,
}

/** Values this much smaller than the largest one are drawn at zero. */
const MOST_POWERS = 12
/** Values that the contract allows are below this power of ten; sums of them are not far above. */
const HIGHEST_POWER = 24

type Measured = Pick<XyData, 'config' | 'data' | 'before' | 'words'>

/** Instants are far from zero, and neither zero nor their magnitude has a meaning for them. */
export const isDateAxis = ({ series }: AggregationConfig, words: ChartWords): boolean =>
  series.length > 0 && series.every(({ function: text }) => words.metricType(text) === 'date')

export function valueScale({ config, data, before, words }: Measured): ValueScale {
  if (config.value_axis?.scale !== 'logarithmic' || isDateAxis(config, words)) return LINEAR
  const values = [...data.series, ...(before?.data.series ?? [])].flatMap((series) => series.values)
  const sizes = values.flatMap((value) => (value === null || value === 0 ? [] : [Math.abs(value)]))
  const [least, most] = sizes.reduce(([low, high], size) => [Math.min(low, size), Math.max(high, size)], [1, 1])
  const power = Math.floor(Math.max(Math.log10(least), Math.log10(most) - MOST_POWERS))
  const unit = 10 ** power
  // With negative values, the labels of the smallest step would be too close to that of zero.
  const first = values.some((value) => value !== null && value < 0) ? power + 1 : power
  const decades = Array.from({ length: HIGHEST_POWER - first }, (_, index) => 10 ** (first + index))
  return {
    isLogarithmic: true,
    positionOf: (value) => Math.sign(value) * Math.log10(1 + Math.abs(value) / unit),
    valueAt: (position) => Math.sign(position) * (10 ** Math.abs(position) - 1) * unit,
    ticks: [...decades.map((value) => -value), 0, ...decades],
  }
}

/**
 * The positions of all values. In a stack each part has the length that it adds, so that its end is in the right place;
 * ECharts leaves out the parts above a missing one, so that each has a value.
 */
export function positionsOf(
  data: ChartData,
  config: AggregationConfig,
  scale: ValueScale,
  hidden: ReadonlySet<string>,
) {
  const { barmode } = barOf(config)
  const isStacked = config.visualization === 'bar' && (barmode === 'stack' || barmode === 'relative')
  if (!scale.isLogarithmic && !isStacked) return data
  const sums = data.rows.map(() => ({ up: 0, down: 0 }))
  const lengthOf = (value: number, row: number) => {
    const sum = sums[row]
    if (!isStacked || sum === undefined) return scale.positionOf(value)
    // Stacks of the mode `stack` have one end, those of the mode `relative` one in each direction.
    const side = barmode === 'relative' && value < 0 ? 'down' : 'up'
    const start = sum[side]
    sum[side] += value
    return scale.positionOf(sum[side]) - scale.positionOf(start)
  }
  const series = data.series.map((one): ChartSeries => {
    if (hidden.has(one.name)) return one
    const values = isStacked ? one.values.map((value) => value ?? 0) : one.values
    return { ...one, values: values.map((value, row) => (value === null ? null : lengthOf(value, row))) }
  })
  return { ...data, series }
}

/** The limits of a chart's axis; none if they exclude each other. */
export function valueLimits({ value_axis: { min, max } = {} }: AggregationConfig): { min?: number; max?: number } {
  if (min !== undefined && max !== undefined && min >= max) return {}
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}
