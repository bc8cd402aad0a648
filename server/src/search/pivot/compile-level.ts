/** Compiles one grouping of a pivot: its key, its limit and its order. */

import { FIELD } from '@logyard/contract/messages/message-fields'
import type { BucketSpec, SortSpec } from '@logyard/contract/search/search-types'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { sql } from '@logyard/languages/sql/sql'
import { autoInterval, timeUnitInterval } from '@logyard/languages/widget-sql/auto-interval'
import { MINUTE_MS } from '../../store/engine/minute-counts.ts'
import { fieldUnsortable, searchTypeRefused } from '../search-errors.ts'
import { aggregatedField, hasKeys } from './aggregated-field.ts'
import { type DateRangeGrouping, dateRangeLevel } from './date-range-level.ts'
import type { Ordering, PivotLevel } from './pivot-level.ts'
import type { Series } from './series.ts'
import { timeBuckets } from './time-buckets.ts'

/** `date_range` is internal: only conditions of events use it. */
export type PivotGrouping = BucketSpec | DateRangeGrouping

export interface LevelContext {
  readonly sort: readonly SortSpec[]
  readonly series: readonly Series[]
  readonly schema: FieldSchema
  readonly rangeMs: number
}

const DEFAULT_LIMIT = 5
const BY_KEY: Ordering = { by: 'key', isDescending: false }
const BY_COUNT: Ordering = { by: 'count', isDescending: true }

export function compileLevel(grouping: PivotGrouping, context: LevelContext): PivotLevel {
  switch (grouping.type) {
    case 'values':
      return valuesLevel(grouping, context)
    case 'time':
      return timeLevel(grouping, context)
    case 'date_range':
      return dateRangeLevel(grouping, context.schema)
    default:
      throw searchTypeRefused(`Unknown grouping type '${Object(grouping).type}'`)
  }
}

function valuesLevel(
  { field: name, limit = DEFAULT_LIMIT }: Extract<BucketSpec, { type: 'values' }>,
  context: LevelContext,
): PivotLevel {
  if (!hasKeys(name)) throw fieldUnsortable(name)
  if (limit < 1) throw searchTypeRefused(`The limit of the grouping by ${name} must be at least 1, not ${limit}`)
  const { key, keys, hasNumericTexts } = aggregatedField(name, context.schema)
  const wanted = orderingsOf(name, context)
  return {
    key: keys === undefined ? key : sql`arrayJoin(arrayDistinct(${keys}))`,
    isMultiple: keys !== undefined,
    isOfMinutes: false,
    hasNumericTexts,
    limit,
    orderings: [...(wanted.length === 0 ? [BY_COUNT] : wanted), BY_KEY],
    keyText: String,
  }
}

function timeLevel(
  { field: name, interval }: Extract<BucketSpec, { type: 'time' }>,
  context: LevelContext,
): PivotLevel {
  const length =
    interval.type === 'auto'
      ? autoInterval(context.rangeMs * (interval.scaling ?? 1))
      : timeUnitInterval(interval.timeunit)
  if (length === undefined) throw searchTypeRefused('An interval is a number and one of the units s, m, h, d, w, M')
  const buckets = timeBuckets(length)
  return {
    key: buckets.numberSql(aggregatedField(name, context.schema).instant),
    isMultiple: false,
    isOfMinutes: name === FIELD.timestamp && (typeof length === 'string' || length % MINUTE_MS === 0),
    hasNumericTexts: false,
    limit: undefined,
    orderings: [...orderingsOf(name, context).slice(0, 1), BY_KEY],
    keyText: (key) => new Date(buckets.startMs(Number(key))).toISOString(),
    span: (first, last) => (first === undefined || last === undefined ? undefined : [first, last]),
  }
}

/** The sort orders that apply to a grouping by this field. */
function orderingsOf(field: string, { sort, series }: LevelContext): readonly Ordering[] {
  return sort.flatMap((entry): readonly Ordering[] => {
    const isDescending = entry.direction === 'Descending'
    if (entry.type === 'pivot') return entry.field === field ? [{ by: 'key', isDescending }] : []
    const by = series.findIndex(({ literals }) => literals.includes(entry.field))
    return by === -1 ? [] : [{ by, isDescending }]
  })
}
