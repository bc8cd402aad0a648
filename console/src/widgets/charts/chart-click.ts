import type { EChartsType } from 'echarts/core'

/** A click on a chart. */
export interface ChartClick {
  /** The data under the pointer. */
  readonly mark:
    | {
        readonly seriesIndex: number
        readonly seriesName: string
        readonly dataIndex: number
        readonly name: string
        readonly value: unknown
      }
    | undefined
  /** Inside the axes: the position on the x axis, and the distance in pixels from a value. */
  readonly plot: { readonly x: number; readonly distance: (value: number | null) => number } | undefined
  readonly at: DOMRect
}

/** The position of a click inside the axes; `undefined` outside of them. */
export function plotPosition(chart: EChartsType, x: number, y: number): ChartClick['plot'] {
  if (!chart.containPixel('grid', [x, y])) return undefined
  return {
    x: Number(chart.convertFromPixel({ xAxisIndex: 0 }, x)),
    distance: (value) =>
      value === null ? Number.POSITIVE_INFINITY : Math.abs(Number(chart.convertToPixel({ yAxisIndex: 0 }, value)) - y),
  }
}
