/** The ECharts options of the chart types in use. */
import type {
  BarSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  PieSeriesOption,
  SankeySeriesOption,
  ScatterSeriesOption,
} from 'echarts/charts'
import type {
  GeoComponentOption,
  GridComponentOption,
  MarkLineComponentOption,
  TitleComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | PieSeriesOption
  | SankeySeriesOption
  | ScatterSeriesOption
  | GeoComponentOption
  | GridComponentOption
  | MarkLineComponentOption
  | TitleComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>
