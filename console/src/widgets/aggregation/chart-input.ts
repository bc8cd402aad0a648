/** What every kind of chart is drawn from. */
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import type { ChartTheme } from '../charts/chart-theme.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartWords } from './chart-words.ts'

export interface ChartInput {
  readonly data: ChartData
  readonly config: AggregationConfig
  readonly colorOf: (name: string) => string
  /** The series that the user hid. */
  readonly hidden: ReadonlySet<string>
  readonly theme: ChartTheme
  readonly words: ChartWords
  /** The size of the chart, in pixels. */
  readonly width: number
  readonly height: number
}
