/** The condition of a leaf with a field name: text values that are dates or IP addresses are compared as such, too. */

import type { InstantSpan } from '../query/date-text.ts'
import { DATE_VALUE, dateSpanOf } from '../query/date-value.ts'
import { type IpRange, readIpRange } from '../query/ip-range.ts'
import type { Leaf } from '../query/leaf.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { allOf, anyOf } from './condition.ts'
import { leafCondition } from './leaf-condition.ts'

import type { ValueCondition } from './value-condition.ts'

export function namedValueCondition(leaf: Leaf, now: number): ValueCondition {
  const condition = leafCondition(leaf)
  const { string } = condition
  if (string === undefined || leaf.field === undefined) return condition
  const span = dateSpanOf(leaf, now)
  if (span !== undefined) return { ...condition, string: (value) => dateCondition(value, span, string(value)) }
  const range = leaf.kind === 'term' || leaf.kind === 'phrase' ? readIpRange(leaf.text) : undefined
  if (range !== undefined) return { ...condition, string: (value) => anyOf([string(value), isInRange(value, range)]) }
  return condition
}

function dateCondition(value: Sql, { fromMs, toMs }: InstantSpan, otherwise: Sql): Sql {
  // The engine needs a day of the month, and reads slashes as American dates.
  const day = sql`replaceAll(if(length(${value}) = 7, concat(${value}, '-01'), ${value}), '/', '-')`
  const instant = sql`toUnixTimestamp64Milli(parseDateTime64BestEffortOrNull(${day}, 3, 'UTC'))`
  const isDate = sql`match(${value}, ${`\\A${DATE_VALUE}\\z`}) AND isNotNull(${instant})`
  const isWithin = allOf([
    ...(fromMs === Number.NEGATIVE_INFINITY ? [] : [sql`${instant} >= ${fromMs}`]),
    ...(toMs === Number.POSITIVE_INFINITY ? [] : [sql`${instant} <= ${toMs}`]),
  ])
  return sql`if(${isDate}, ${isWithin}, ${otherwise})`
}

/** The engine fails for a text that is not an address, even in rows that other conditions exclude. */
function isInRange(value: Sql, { text }: IpRange): Sql {
  const isAddress = sql`(isIPv4String(${value}) OR isIPv6String(${value}))`
  return sql`(${isAddress} AND isIPAddressInRange(if(${isAddress}, ${value}, '::'), ${text}))`
}
