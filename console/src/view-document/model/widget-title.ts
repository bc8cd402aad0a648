import type { AggregationConfig, Widget } from '@logyard/contract/views/view-state'
import { useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'
import { seriesName } from './series-function.ts'
import { isText } from './text-widget.ts'
import { isAggregation, isMessages } from './view-model.ts'

type Text = ReturnType<typeof useText>

/** The default title of a widget. */
export function defaultTitle(widget: Widget, t: Text): string {
  if (isMessages(widget)) return t('widgets.untitled.messages')
  if (isAggregation(widget)) return aggregationTitle(widget.config, t)
  if (isText(widget)) return t('widgets.untitled.text')
  return t('widgets.untitled.other', { type: widget.type })
}

function aggregationTitle({ series, row_pivots }: AggregationConfig, t: Text): string {
  if (series.length === 0 || row_pivots.length === 0) return t('widgets.untitled.aggregation')
  return t('widgets.aggregating', {
    series: series.map(seriesName).join(', '),
    fields: row_pivots.map(({ field }) => field).join(', '),
  })
}

/** `const titleOf = useWidgetTitle(state.titles)`, then `titleOf(widget)`. */
export function useWidgetTitle(titles: { readonly widget?: Readonly<Record<string, string>> }) {
  const t = useText()
  return useMemo(() => (widget: Widget) => titles.widget?.[widget.id] ?? defaultTitle(widget, t), [titles, t])
}
