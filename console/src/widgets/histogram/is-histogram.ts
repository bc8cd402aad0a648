import type { AggregationWidget, Widget } from '@logyard/contract/views/view-state'
import { isLevelField } from '../../messages-table/levels/message-level.ts'
import { isOverTime } from '../../view-document/model/aggregation-config.ts'
import { isAggregation } from '../../view-document/model/view-model.ts'

/** Bars of the number of messages over time, at most divided by level. */
export function isHistogram(widget: Widget): widget is AggregationWidget {
  if (!isAggregation(widget)) return false
  const { visualization, row_pivots, column_pivots, series } = widget.config
  const [column, ...otherColumns] = column_pivots
  const isByLevelAtMost = column === undefined || (column.type === 'values' && isLevelField(column.field))
  return (
    visualization === 'bar' &&
    isOverTime(row_pivots) &&
    isByLevelAtMost &&
    otherColumns.length === 0 &&
    series.length === 1 &&
    series[0]?.function === 'count()'
  )
}
