/** What a leaf asks of the texts of the one field that it names: dates are compared as dates, addresses with ranges. */

import type { InstantSpan } from '../query/date-text.ts'
import { DATE_VALUE, dateSpanOf } from '../query/date-value.ts'
import { type IpRange, readIpRange } from '../query/ip-range.ts'
import type { Leaf } from '../query/leaf.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { allOf, anyOf } from './condition.ts'
import { leafTest } from './leaf-condition.ts'

import type { ValueTest } from './value-condition.ts'

export function namedValueTest(leaf: Leaf, now: number): ValueTest {
  const test = leafTest(leaf)
  const { string } = test
  if (string === undefined || leaf.field === undefined) return test
  const span = dateSpanOf(leaf, now)
  if (span !== undefined) return { ...test, string: (value) => dateCondition(value, span, string(value)) }
  const range = leaf.kind === 'term' || leaf.kind === 'phrase' ? readIpRange(leaf.text) : undefined
  if (range !== undefined) return { ...test, string: (value) => anyOf([string(value), isInRange(value, range)]) }
  return test
}

function dateCondition(value: Sql, { fromMs, toMs }: InstantSpan, otherwise: Sql): Sql {
  // Months have no day, and slashes are for Americans to the engine.
  const day = sql`replaceAll(if(length(${value}) = 7, concat(${value}, '-01'), ${value}), '/', '-')`
  const instant = sql`toUnixTimestamp64Milli(parseDateTime64BestEffortOrNull(${day}, 3, 'UTC'))`
  const isDate = sql`match(${value}, ${`\\A${DATE_VALUE}\\z`}) AND isNotNull(${instant})`
  const isWithin = allOf([
    ...(fromMs === Number.NEGATIVE_INFINITY ? [] : [sql`${instant} >= ${fromMs}`]),
    ...(toMs === Number.POSITIVE_INFINITY ? [] : [sql`${instant} <= ${toMs}`]),
  ])
  return sql`if(${isDate}, ${isWithin}, ${otherwise})`
}

/** The engine refuses what is no address, even in rows whose answer nobody asks for. */
function isInRange(value: Sql, { text }: IpRange): Sql {
  const isAddress = sql`(isIPv4String(${value}) OR isIPv6String(${value}))`
  return sql`(${isAddress} AND isIPAddressInRange(if(${isAddress}, ${value}, '::'), ${text}))`
}
