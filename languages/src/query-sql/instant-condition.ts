/** What a leaf of a query asks of a point in time. */

import { spanOf } from '../query/instant-span.ts'
import type { Leaf } from '../query/leaf.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { sqlInstant } from '../sql/sql-parts.ts'
import { ALWAYS, allOf, NEVER } from './condition.ts'

/** What the store's instants can hold: 1900 to 2299. */
const MIN_MS = Date.UTC(1900, 0, 1)
const MAX_MS = Date.UTC(2299, 11, 31, 23, 59, 59, 999)

/** The condition that the column of instants lies where the leaf wants it. A text that is no date matches nothing. */
export function instantCondition(column: Sql, leaf: Leaf, now: number): Sql {
  const span = spanOf(leaf, now)
  if (span === undefined) return NEVER
  const { fromMs, toMs } = span
  if (!(fromMs <= toMs) || fromMs > MAX_MS || toMs < MIN_MS) return NEVER
  return allOf([
    fromMs <= MIN_MS ? ALWAYS : sql`${column} >= ${sqlInstant(fromMs)}`,
    toMs >= MAX_MS ? ALWAYS : sql`${column} <= ${sqlInstant(toMs)}`,
  ])
}
