/** Combines conditions and simplifies those that are always or never true, so that the engine does not evaluate them. */
import { type Sql, sql } from '../sql/sql.ts'
import { joinSql } from '../sql/sql-parts.ts'

export const NEVER: Sql = sql`0`
export const ALWAYS: Sql = sql`1`

export const isNever = ({ text }: Sql): boolean => text === '0'
export const isAlways = ({ text }: Sql): boolean => text === '1'

const OR = sql` OR `
const AND = sql` AND `

export function anyOf(conditions: readonly Sql[]): Sql {
  if (conditions.some(isAlways)) return ALWAYS
  const some = conditions.filter((condition) => !isNever(condition))
  const [only] = some
  if (only === undefined) return NEVER
  return some.length === 1 ? only : sql`(${joinSql(some, OR)})`
}

export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.some(isNever)) return NEVER
  const some = conditions.filter((condition) => !isAlways(condition))
  const [only] = some
  if (only === undefined) return ALWAYS
  return some.length === 1 ? only : sql`(${joinSql(some, AND)})`
}

export function not(condition: Sql): Sql {
  if (isNever(condition)) return ALWAYS
  return isAlways(condition) ? NEVER : sql`NOT (${condition})`
}
