import type { Plot } from './plot.ts'

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
export function plotPosition(plot: Plot | undefined, x: number, y: number): ChartClick['plot'] {
  if (plot?.contains(x, y) !== true) return undefined
  return {
    x: plot.xAt(x),
    distance: (value) => (value === null ? Number.POSITIVE_INFINITY : Math.abs(plot.yOf(value) - y)),
  }
}
