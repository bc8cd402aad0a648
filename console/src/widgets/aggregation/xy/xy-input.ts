/** What charts with axes are drawn from. */
import type { EventListResult, PivotResult } from '@logyard/contract/search/search-results'
import type { ChartOption } from '../../charts/chart-option.ts'
import type { ChartData, ChartSeries } from '../chart-data.ts'
import type { ChartInput } from '../chart-input.ts'

/** The same aggregation over an earlier period, which is named in the legend. */
export interface Before {
  readonly name: string
  readonly data: ChartData
  readonly range: PivotResult['effective_timerange']
}

/** Colours and hidden series are identified by the name of the series. */
export interface XyInput extends ChartInput {
  readonly pivot: PivotResult
  /** The same aggregation over an earlier period. */
  readonly before?: Before | undefined
  readonly events?: EventListResult | undefined
}

/** The input without the size of the chart. */
export type XyData = Omit<XyInput, 'width' | 'height'>

export type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number]

export const shownSeries = ({ data, hidden }: XyData): readonly ChartSeries[] =>
  data.series.filter(({ name }) => !hidden.has(name))
