/** The tooltip of one position of the axis. */
import type { ChartOption } from '../../charts/chart-option.ts'
import { tooltipElement, tooltipStyle } from '../../charts/tooltip-content.ts'
import type { Axis } from './xy-axes.ts'
import type { XyInput } from './xy-input.ts'
import { beforeSteps } from './xy-marks.ts'
import { xyTooltipContent } from './xy-tooltip-content.ts'
import { nameOfDrawn } from './xy-unfinished.ts'

export function xyTooltip(input: XyInput, axis: Axis): NonNullable<ChartOption['tooltip']> {
  const { theme, data, before, pivot } = input
  const steps = before === undefined ? [] : beforeSteps(before, pivot)
  /** The value behind a position on the axis, which may be logarithmic. */
  const measured = (name: string, dataIndex: number, position: unknown): unknown => {
    if (typeof position !== 'number') return position
    if (name === before?.name) return steps[dataIndex]?.value
    return data.series.find((series) => series.name === name)?.values[axis.rowOf(dataIndex) ?? -1]
  }
  return {
    trigger: 'axis',
    ...tooltipStyle(theme),
    axisPointer: { type: 'line', lineStyle: { color: theme.dimmed, type: 'dashed' } },
    formatter: (params) => {
      const points = (Array.isArray(params) ? params : [params]).map(({ seriesName = '', dataIndex, value }) => ({
        name: nameOfDrawn(seriesName),
        dataIndex,
        value: measured(nameOfDrawn(seriesName), dataIndex, Array.isArray(value) ? value[1] : value),
        x: Array.isArray(value) ? value[0] : undefined,
      }))
      return tooltipElement(xyTooltipContent(input, axis, points))
    },
  }
}
