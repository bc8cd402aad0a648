/** Bars, lines, areas and points along one axis: the ECharts options for an aggregation. */
import { isOverTime } from '../../../view-document/model/aggregation-config.ts'
import type { ChartOption } from '../../charts/chart-option.ts'
import { positionsOf, valueScale } from './value-scale.ts'
import { categoryAxis, timeAxis, valueAxis } from './xy-axes.ts'
import type { XyInput } from './xy-input.ts'
import { beforeSeries, eventSeries, thresholdSeries } from './xy-marks.ts'
import { xyTooltip } from './xy-tooltip.ts'

export function xyOption(input: XyInput): ChartOption {
  const isTime = isOverTime(input.config.row_pivots)
  const scale = valueScale(input)
  const drawn = { ...input, data: positionsOf(input.data, input.config, scale, input.hidden) }
  const axis = isTime ? timeAxis(drawn) : categoryAxis(drawn)
  return {
    animation: false,
    textStyle: { fontFamily: input.theme.font },
    grid: { left: 8, right: 14, top: 14, bottom: 6, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: axis.option,
    yAxis: valueAxis(input, scale),
    series: [
      ...(isTime ? beforeSeries(input, scale) : []),
      ...axis.series,
      ...(isTime ? eventSeries(input, scale) : []),
      ...thresholdSeries(input, scale),
    ],
    tooltip: xyTooltip(input, axis),
  }
}
