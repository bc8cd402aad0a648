/** What charts are drawn from, whatever their kind. */
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import type { ChartTheme } from '../charts/chart-theme.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartWords } from './chart-words.ts'

export interface ChartInput {
  readonly data: ChartData
  readonly config: AggregationConfig
  readonly colorOf: (name: string) => string
  /** What somebody switched off. */
  readonly hidden: ReadonlySet<string>
  readonly theme: ChartTheme
  readonly words: ChartWords
  /** Of the chart, in pixels. */
  readonly width: number
  readonly height: number
}
