import type { PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig, AggregationWidget } from '@logyard/contract/views/view-state'
import type { WidgetResult } from '../../view-document/model/view-model.ts'

/** What every picture of an aggregation is given. */
export interface VisualizationProps {
  readonly widget: AggregationWidget
  readonly pivot: PivotResult
  /** With the trend, the earlier period and the alerts. */
  readonly result: WidgetResult
  /** A part of the time axis can be dragged over. */
  readonly canZoom: boolean
  /** Menus on names and values. */
  readonly hasMenus: boolean
  readonly onColor?: ((name: string, color: string | undefined) => void) | undefined
  /** Present while the widget is edited: what is done to the picture is kept. */
  readonly onConfig?: ((config: AggregationConfig) => void) | undefined
}
