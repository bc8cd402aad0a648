/** Conditions on the column `values`, which has the short values of all fields. */

import { dateSpanOf } from '../query/date-value.ts'
import { hasUnit } from '../query/field-units.ts'
import { readIpRange } from '../query/ip-range.ts'
import type { Leaf } from '../query/leaf.ts'
import { readNumber } from '../query/number-text.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { ALWAYS } from './condition.ts'
import { likeText } from './pattern-sql.ts'

import { MAX_STORED_VALUE_LENGTH, storedValue, VALUE_SEPARATOR } from './stored-text.ts'

/** Condition: any field has the value, which is given in its stored form. LIKE can use the index. */
export const valuesHold = (stored: string): Sql =>
  sql`values LIKE ${`%${likeText(VALUE_SEPARATOR + stored + VALUE_SEPARATOR)}%`}`

/** Shorter texts are often in half of the messages, so the index would exclude nothing. */
const LONG_LENGTH = 16

/**
 * A hint that lets the index skip messages in which no field has this long text: searches for ids and hashes read a small
 * part of the messages. It is evaluated on the index only, and true where the index cannot tell. Not for texts that equal
 * values in other spellings: numbers, units, dates, ranges of addresses.
 */
export function longValueHint(leaf: Leaf, now: number): Sql {
  if (leaf.kind !== 'term' && leaf.kind !== 'phrase') return ALWAYS
  const { text } = leaf
  if (text.length < LONG_LENGTH || text.length > MAX_STORED_VALUE_LENGTH) return ALWAYS
  const isOneText =
    readNumber(text) === undefined &&
    !hasUnit(text) &&
    dateSpanOf(leaf, now) === undefined &&
    readIpRange(text) === undefined
  return isOneText ? sql`indexHint(${valuesHold(storedValue(text))})` : ALWAYS
}
