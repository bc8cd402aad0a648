import { FIELD } from '@logyard/contract/messages/message-fields'
import { columnName } from '../sql/sql-words.ts'
import type { BucketLength } from './auto-interval.ts'
import { textSql } from './sql-names.ts'
import type { KnownToWidgetSql } from './widget-sql.ts'

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'DAY'],
  [3_600_000, 'HOUR'],
  [60_000, 'MINUTE'],
  [1000, 'SECOND'],
  [1, 'MILLISECOND'],
]
const LOOKS_LIKE_A_DATE = String.raw`^\d{4}[-/]\d\d`

/** The length of a bucket: `INTERVAL 5 MINUTE`. */
export function stepSql(length: BucketLength): string {
  if (typeof length === 'string') return `INTERVAL 1 ${length.toUpperCase()}`
  const [ms, name] = UNITS.find(([unitMs]) => length % unitMs === 0) ?? [1, 'MILLISECOND']
  return `INTERVAL ${length / ms} ${name}`
}

/** The start of the bucket in which the time of a field is. */
export function bucketSql(field: string, length: BucketLength, known: KnownToWidgetSql): string {
  const instant = instantSql(field, known)
  const DAY_MS = 86_400_000
  // The engine counts hours from midnight, and pivots from 1970: they differ unless a day is a multiple.
  if (typeof length === 'number' && length % 3_600_000 === 0 && length % DAY_MS !== 0 && DAY_MS % length !== 0)
    return `fromUnixTimestamp64Milli(intDiv(toUnixTimestamp64Milli(${instant}), ${length}) * ${length}, 'UTC')`
  return `toStartOfInterval(${instant}, ${stepSql(length)})`
}

function instantSql(field: string, { typeOf }: KnownToWidgetSql): string {
  if (field === FIELD.timestamp) return field
  const column = columnName(field)
  if (typeOf(field) === 'number')
    return `fromUnixTimestamp64Milli(accurateCastOrNull(trunc(${column}), 'Int64'), 'UTC')`
  return `if(match(ifNull(${column}, ''), ${textSql(LOOKS_LIKE_A_DATE)}), parseDateTime64BestEffortOrNull(${column}, 3, 'UTC'), NULL)`
}
