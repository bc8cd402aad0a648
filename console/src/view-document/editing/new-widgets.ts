/** The widgets that users add with one click. */
import {
  type AggregationConfig,
  type MessagesConfig,
  PATTERNS_WIDGET,
  type Series,
  SQL_WIDGET,
  STEPS_WIDGET,
  TEXT_WIDGET,
  type Widget,
} from '@logyard/contract/views/view-state'
import { andQueries } from '../actions/query-composition.ts'
import type { NewWidget, ValuePathPart } from '../actions/search-actions.ts'
import { conditionOf } from '../actions/value-path.ts'
import { countSeries, emptyAggregation, seriesOf, timePivot, valuesPivot } from '../model/aggregation-config.ts'
import { patternsConfig } from '../model/patterns-widget.ts'
import { sqlConfig, stepsConfig } from '../model/table-widget.ts'
import { textConfig } from '../model/text-widget.ts'

export const messagesConfig = (fields: string[] = ['timestamp', 'source']): MessagesConfig => ({
  fields,
  show_message_row: true,
  decorators: [],
  sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
})

const aggregation = (changes: Partial<AggregationConfig>): Pick<NewWidget, 'type'> & { config: AggregationConfig } => ({
  type: 'aggregation',
  config: { ...emptyAggregation, ...changes },
})

/** Counts over time, to begin with, as wide as the page. */
export const newAggregation = (): NewWidget => ({
  ...countOverTime(),
  position: { col: 1, row: 1, height: 3, width: 'Infinity' },
  startsInEditor: true,
})
export const newMessageTable = (): NewWidget => ({ type: 'messages', config: messagesConfig() })
/** The sources with most messages, to begin with. */
export const newSteps = (): NewWidget => ({
  type: STEPS_WIDGET,
  config: stepsConfig('| stats count() by source | sort -count'),
  startsInEditor: true,
})
export const newSql = (): NewWidget => ({
  type: SQL_WIDGET,
  config: sqlConfig(
    'SELECT source, count() AS messages\nFROM messages\nGROUP BY source\nORDER BY messages DESC\nLIMIT 10',
  ),
  startsInEditor: true,
})
/** A text in Markdown. */
export const newText = (text: string): NewWidget => ({ type: TEXT_WIDGET, config: textConfig(text) })
export const newPatterns = (): NewWidget => ({ type: PATTERNS_WIDGET, config: patternsConfig() })
/** `name` is the label of the number, "Message Count" in the user's language. */
export const newMessageCount = (name: string): NewWidget => ({
  ...aggregation({ visualization: 'numeric', series: [seriesOf('count()', name)] }),
  title: name,
  position: { col: 1, row: 1, height: 2, width: 4 },
})

export const countOverTime = (): NewWidget =>
  aggregation({ visualization: 'bar', row_pivots: [timePivot('timestamp')], series: [countSeries] })

/** The most frequent values first. */
export const countByField = (field: string): NewWidget =>
  aggregation({
    row_pivots: [valuesPivot(field)],
    series: [countSeries],
    sort: [{ type: 'series', field: countSeries.function, direction: 'Descending' }],
  })

/** The number of messages over time by level; totals include the messages without one. */
export const histogram = (): NewWidget =>
  aggregation({
    visualization: 'bar',
    visualization_config: { barmode: 'stack' },
    row_pivots: [timePivot('timestamp')],
    column_pivots: [valuesPivot('level')],
    series: [countSeries],
  })

/** A line of a number over time: its average, or the metric that was clicked. */
export const fieldChart = (fieldOrFunction: string): NewWidget =>
  aggregation({
    visualization: 'line',
    row_pivots: [timePivot('timestamp')],
    series: [seriesOf(fieldOrFunction.endsWith(')') ? fieldOrFunction : `avg(${fieldOrFunction})`)],
  })

const NUMBER_STATISTICS = ['count', 'sum', 'avg', 'min', 'max', 'stddev', 'variance', 'card']

export function fieldStatistics(field: string, isNumeric: boolean, title: string): NewWidget {
  const functions = isNumeric ? NUMBER_STATISTICS : ['count', 'card']
  const series: Series[] = functions.map((name) => seriesOf(`${name}(${field})`))
  if (isNumeric) series.push(seriesOf(`percentile(${field},95)`))
  return { ...aggregation({ series }), title }
}

/** The messages behind one cell of an aggregation. */
export function documentsFor(
  path: readonly ValuePathPart[],
  widget: Widget,
  typeOf: (field: string) => string,
): { readonly condition: string; readonly widget: NewWidget } {
  const condition = conditionOf(path, typeOf)
  const fields = [...new Set(['timestamp', 'source', ...path.map(({ field }) => field)])]
  return {
    condition,
    widget: {
      type: 'messages',
      config: messagesConfig(fields),
      like: widget,
      query: andQueries(widget.query?.query_string ?? '', condition),
    },
  }
}
