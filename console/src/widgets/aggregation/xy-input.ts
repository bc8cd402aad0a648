/** What charts along one axis are drawn from. */
import type { EventListResult, PivotResult } from '@logyard/contract/search-results'
import type { AggregationConfig } from '@logyard/contract/view-state'
import type { ChartOption } from '../charts/chart-option.ts'
import type { ChartTheme } from '../charts/chart-theme.ts'
import type { ChartData, ChartSeries } from './chart-data.ts'
import type { ChartWords } from './chart-words.ts'

export interface XyInput {
  readonly pivot: PivotResult
  /** The same aggregation one range earlier. */
  readonly before?: { readonly data: ChartData; readonly range: PivotResult['effective_timerange'] } | undefined
  readonly events?: EventListResult | undefined
  readonly data: ChartData
  readonly config: AggregationConfig
  readonly colorOf: (name: string) => string
  /** Series that somebody switched off. */
  readonly hidden: ReadonlySet<string>
  readonly theme: ChartTheme
  readonly words: ChartWords
  /** Of the chart, in pixels. */
  readonly width: number
  readonly height: number
}

export type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number]

export const shownSeries = ({ data, hidden }: XyInput): readonly ChartSeries[] =>
  data.series.filter(({ name }) => !hidden.has(name))
