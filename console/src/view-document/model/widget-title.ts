import type { AggregationConfig, Series, Widget } from '@logyard/contract/views/view-state'
import { useMemo } from 'react'
import { useText } from '../../base/text/text.tsx'
import { isOverTime } from './aggregation-config.ts'
import { isPatterns } from './patterns-widget.ts'
import { parseSeries, seriesName } from './series-function.ts'
import { isSql, isSteps, stepsOf } from './table-widget.ts'
import { isText } from './text-widget.ts'
import { isAggregation, isMessages } from './view-model.ts'

type Text = ReturnType<typeof useText>

/** The default title of a widget. */
export function defaultTitle(widget: Widget, t: Text): string {
  if (isMessages(widget)) return t('widgets.untitled.messages')
  if (isAggregation(widget)) return aggregationTitle(widget.config, t)
  if (isText(widget)) return t('widgets.untitled.text')
  if (isSteps(widget)) return stepsTitle(stepsOf(widget)) || t('widgets.untitled.steps')
  if (isSql(widget)) return t('widgets.untitled.sql')
  if (isPatterns(widget)) return t('widgets.untitled.patterns')
  return t('widgets.untitled.other', { type: widget.type })
}

/** The last words say most, but all of them are the title if they are short. */
const LONGEST_TITLE = 60
const stepsTitle = (steps: string): string => {
  const text = steps.replace(/^\s*\|\s*/, '').trim()
  return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE)}…` : text
}

function aggregationTitle({ series, row_pivots, formulas = [], formulas_only }: AggregationConfig, t: Text): string {
  const shown = formulas_only === true ? [] : series.map((one) => metricInWords(one, t))
  const metrics = [...shown, ...formulas.map(({ name, formula }) => name || formula)].join(', ')
  if (metrics === '') return t('widgets.untitled.aggregation')
  if (row_pivots.length === 0) return metrics
  if (isOverTime(row_pivots)) return t('widgets.titled.overTime', { metrics })
  return t('widgets.titled.by', { metrics, fields: row_pivots.map(({ field }) => field).join(', ') })
}

/** The name of a metric, or its function in words. */
function metricInWords(series: Series, t: Text): string {
  const call = parseSeries(series.function)
  if (seriesName(series) !== series.function || call === undefined) return seriesName(series)
  const { type, field = '', percentile = 0 } = call
  if (field === '') return t('widgets.titled.messages')
  return t(`widgets.titled.${type}`, { field, percentile })
}

/** `const titleOf = useWidgetTitle(state.titles)`, then `titleOf(widget)`. */
export function useWidgetTitle(titles: { readonly widget?: Readonly<Record<string, string>> }) {
  const t = useText()
  return useMemo(() => (widget: Widget) => titles.widget?.[widget.id] ?? defaultTitle(widget, t), [titles, t])
}
