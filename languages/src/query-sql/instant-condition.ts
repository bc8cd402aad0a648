/** The condition of a leaf of a query on a timestamp column. */

import { spanOf } from '../query/instant-span.ts'
import type { Leaf } from '../query/leaf.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { sqlRangeEnd } from '../sql/sql-parts.ts'
import { ALWAYS, allOf, NEVER } from './condition.ts'

/** The range of the store's timestamps: 1900 to 2299. */
const MIN_MS = Date.UTC(1900, 0, 1)
const MAX_MS = Date.UTC(2299, 11, 31, 23, 59, 59, 999)

/** A leaf that is not a valid date matches nothing. */
export function instantCondition(column: Sql, leaf: Leaf, now: number): Sql {
  const span = spanOf(leaf, now)
  if (span === undefined) return NEVER
  const { fromMs, toMs } = span
  if (!(fromMs <= toMs) || fromMs > MAX_MS || toMs < MIN_MS) return NEVER
  return allOf([
    fromMs <= MIN_MS ? ALWAYS : sql`${column} >= ${sqlRangeEnd(fromMs)}`,
    toMs >= MAX_MS ? ALWAYS : sql`${column} <= ${sqlRangeEnd(toMs)}`,
  ])
}
