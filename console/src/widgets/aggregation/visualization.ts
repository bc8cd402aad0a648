import type { PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig, AggregationWidget } from '@logyard/contract/views/view-state'
import type { WidgetResult } from '../../view-document/model/view-model.ts'

/** The props of every visualization of an aggregation. */
export interface VisualizationProps {
  readonly widget: AggregationWidget
  readonly pivot: PivotResult
  /** Includes the trend, the previous period and the alerts. */
  readonly result: WidgetResult
  /** Names and values have menus, and a range of the time axis can be selected by dragging. */
  readonly isInteractive: boolean
  readonly onColor?: ((name: string, color: string | undefined) => void) | undefined
  /** Present in the editor: changes made in the visualization are stored in the widget. */
  readonly onConfig?: ((config: AggregationConfig) => void) | undefined
}
