/** Questions to the column that has the short values of all fields. */

import { dateSpanOf } from '../query/date-value.ts'
import { readIpRange } from '../query/ip-range.ts'
import type { Leaf } from '../query/leaf.ts'
import { readNumber } from '../query/number-text.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { ALWAYS } from './condition.ts'
import { likeText } from './pattern-sql.ts'

import { MAX_STORED_VALUE_LENGTH, storedValue, VALUE_SEPARATOR } from './stored-text.ts'

/** Whether some field has the value, written as it is stored. LIKE, because that asks the index first. */
export const valuesHold = (stored: string): Sql =>
  sql`values LIKE ${`%${likeText(VALUE_SEPARATOR + stored + VALUE_SEPARATOR)}%`}`

/** Shorter ones are often words that half of the messages have: to ask the index about them would be in vain. */
const LONG_LENGTH = 16

/**
 * Tells the engine where a long text is the value of no field at all: ids and hashes are looked for in a small part of the
 * messages. It is only asked of the index, and true wherever the index does not know. Not for what may equal a value
 * that is written otherwise: numbers, dates, ranges of addresses.
 */
export function longValueHint(leaf: Leaf, now: number): Sql {
  if (leaf.kind !== 'term' && leaf.kind !== 'phrase') return ALWAYS
  const { text } = leaf
  if (text.length < LONG_LENGTH || text.length > MAX_STORED_VALUE_LENGTH) return ALWAYS
  const isOneText =
    readNumber(text) === undefined && dateSpanOf(leaf, now) === undefined && readIpRange(text) === undefined
  return isOneText ? sql`indexHint(${valuesHold(storedValue(text))})` : ALWAYS
}
