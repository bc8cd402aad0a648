/** One series as bars, points or a line. */
import { barOf, lineOf } from '../../../view-document/model/view-model.ts'
import type { ChartSeries } from '../chart-data.ts'
import type { SeriesOption, XyInput } from './xy-input.ts'

type Points = (number | null)[] | (number | null)[][]

export function drawnSeries(input: XyInput, series: ChartSeries, data: Points, isLoneBucket: boolean): SeriesOption {
  const { config, theme, width } = input
  const color = input.colorOf(series.name)
  const common = { name: series.name, data, itemStyle: { color } }
  switch (config.visualization) {
    case 'bar': {
      const { barmode } = barOf(config)
      const isStacked = barmode === 'stack' || barmode === 'relative'
      return {
        ...common,
        type: 'bar',
        ...(isStacked ? { stack: 'all', stackStrategy: barmode === 'relative' ? 'samesign' : 'all' } : {}),
        barGap: barmode === 'overlay' ? '-100%' : '0%',
        barCategoryGap: '14%',
        itemStyle: { color, opacity: barmode === 'overlay' ? 0.75 : 1, borderRadius: isStacked ? 0 : [1.5, 1.5, 0, 0] },
        ...(isLoneBucket ? { barWidth: Math.max(width * 0.03, 4) } : { barMaxWidth: 96 }),
        emphasis: { focus: 'none' },
      }
    }
    case 'scatter':
      return {
        ...common,
        type: 'scatter',
        symbolSize: 7,
        itemStyle: { color, borderColor: theme.surface, borderWidth: 1 },
      }
    default: {
      const { interpolation } = lineOf(config)
      return {
        ...common,
        type: 'line',
        lineStyle: { color, width: 1.75 },
        ...(interpolation === 'step-after' ? { step: 'end' } : {}),
        ...(interpolation === 'spline' ? { smooth: 0.35, smoothMonotone: 'x' } : {}),
        ...(config.visualization === 'area' ? { areaStyle: { color, opacity: 0.22 } } : {}),
        showSymbol: hasLonePoint(series.values),
        symbol: 'circle',
        symbolSize: 5,
        emphasis: { focus: 'series' },
      }
    }
  }
}

/** A value between two gaps is not part of a line and needs a symbol to be visible. */
const hasLonePoint = (values: readonly (number | null)[]) =>
  values.some(
    (value, index) => value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null,
  )
