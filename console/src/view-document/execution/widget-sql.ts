/** The SQL of a widget, with notes about what the SQL leaves out. */
import type { EffectiveRange, TimeRange } from '@logyard/contract/search/time-ranges'
import type { AggregationWidget, MessagesWidget, Widget } from '@logyard/contract/views/view-state'
import { pivotSql } from '@logyard/languages/widget-sql/pivot-sql'
import { stepsSql } from '@logyard/languages/widget-sql/steps-sql'
import {
  type KnownToWidgetSql,
  messagesSql,
  type SqlNote,
  type WidgetSql,
} from '@logyard/languages/widget-sql/widget-sql'
import { isSql, isSteps, sqlOf, stepsOf } from '../model/table-widget.ts'
import { isAggregation, isMessages, trendOf } from '../model/view-model.ts'
import { type Comparison, MESSAGES_PER_PAGE, widgetsToSearchTypes } from '../model/widget-search-types.ts'

interface Environment {
  /** Type names of fields, as the API has them. */
  readonly typeOf: (field: string) => string
  readonly timerange: TimeRange
  /** The range of the result, if there is one. */
  readonly range: EffectiveRange | undefined
  readonly comparison: Comparison | undefined
  readonly nowMs: number
}

const NUMBERS = /\b(?:long|double)\b/
const HOUR_MS = 3_600_000

export function sqlOfWidget(widget: Widget, environment: Environment): WidgetSql {
  const lengthMs = rangeMsOf(environment)
  const made = sqlOfRange(widget, environment, lengthMs ?? HOUR_MS)
  return lengthMs === undefined && hasAutomaticSteps(widget) ? { ...made, notes: [...made.notes, 'interval'] } : made
}

/** Its times are grouped by steps that suit the length of the range. */
const hasAutomaticSteps = (widget: Widget): boolean =>
  isAggregation(widget)
    ? [...widget.config.row_pivots, ...widget.config.column_pivots].some(
        ({ config }) => 'interval' in config && config.interval.type === 'auto',
      )
    : isSteps(widget) && /\btimechart\b/.test(stepsOf(widget))

function sqlOfRange(widget: Widget, environment: Environment, rangeMs: number): WidgetSql {
  const known = {
    typeOf: (field: string) => {
      const type = environment.typeOf(field)
      return NUMBERS.test(type) ? 'number' : type === 'boolean' ? 'boolean' : 'text'
    },
    rangeMs,
  } as const
  if (isMessages(widget)) return messages(widget)
  if (isAggregation(widget)) return aggregation(widget, known, environment.comparison)
  if (isSql(widget)) return { sql: sqlOf(widget), notes: [] }
  if (!isSteps(widget)) return { sql: '', notes: ['wrong'] }
  const fieldType = (field: string) =>
    field === 'timestamp' ? 'time' : known.typeOf(field) === 'number' ? 'number' : 'text'
  return stepsSql(stepsOf(widget), { fieldType, grok: undefined, nowMs: environment.nowMs, rangeMs })
}

/** Undefined for ranges whose length only the server knows. */
function rangeMsOf({ timerange, range }: Environment): number | undefined {
  if (range !== undefined) return Date.parse(range.to) - Date.parse(range.from)
  if (timerange.type === 'relative' && 'range' in timerange) return timerange.range * 1000
  if (timerange.type === 'absolute') return Date.parse(timerange.to) - Date.parse(timerange.from)
  return undefined
}

function messages({ config: { fields, show_message_row, sort, decorators } }: MessagesWidget): WidgetSql {
  const sql = messagesSql({
    fields,
    hasMessage: show_message_row,
    sort:
      sort.length === 0
        ? [{ field: 'timestamp', order: 'DESC' }]
        : sort.map(({ field, direction }) => ({ field, order: direction === 'Ascending' ? 'ASC' : 'DESC' })),
    limit: MESSAGES_PER_PAGE,
  })
  return { sql, notes: decorators.length > 0 ? ['decorators'] : [] }
}

function aggregation(
  widget: AggregationWidget,
  known: KnownToWidgetSql,
  comparison: Comparison | undefined,
): WidgetSql {
  const [chart] = widgetsToSearchTypes([widget], { uuid: () => '' }).searchTypes
  if (chart?.type !== 'pivot') return { sql: '', notes: ['wrong'] }
  const { sql, notes } = pivotSql(chart, known)
  const more: readonly (SqlNote | false)[] = [
    trendOf(widget.config).trend && 'trend',
    comparison !== undefined && 'comparison',
    widget.config.event_annotation && 'events',
    (widget.config.formulas ?? []).length > 0 && 'formulas',
  ]
  return { sql, notes: [...notes, ...more.filter((note) => note !== false)] }
}
