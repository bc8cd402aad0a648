/** Parts of SQL other than literals: names, directions, integers, instants and lists. */
import { madeSql, ScopedSql, type Sql } from './made-sql.ts'
import { quotedName } from './quoted.ts'
import { type SqlPart, sql } from './sql.ts'

/** The quoted name of a column, a field or a table. */
export const sqlName = (name: string): Sql => madeSql(quotedName(name), false)

const DIRECTIONS: Readonly<Record<string, Sql>> = { ASC: sql`ASC`, DESC: sql`DESC` }

/** For ORDER BY. Checks the direction at run time: a value from a client may have any content despite its type. */
export function sqlDirection(direction: 'ASC' | 'DESC'): Sql {
  const known = Object.hasOwn(DIRECTIONS, direction) ? DIRECTIONS[direction] : undefined
  if (known === undefined) throw new TypeError('the direction of an order is ASC or DESC')
  return known
}

/** An integer, as for LIMIT and OFFSET. */
export function sqlInteger(value: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Sql {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new TypeError(`${value} is not an integer from ${min} to ${max}`)
  }
  return sql`${value}`
}

/** A DateTime64(3) in UTC. */
export const sqlInstant = (ms: number): Sql => sql`fromUnixTimestamp64Milli(${Math.trunc(ms)}, 'UTC')`

/**
 * The first or last instant of a range. ClickHouse servers send each other constants as seconds, and read up to four digits
 * as a year. So an instant near 1970 is not written as a constant.
 */
export const sqlRangeEnd = (ms: number): Sql =>
  Math.abs(ms) < 10_000_000 ? sql`fromUnixTimestamp64Milli(materialize(${Math.trunc(ms)}), 'UTC')` : sqlInstant(ms)

/** Joins the parts. The result is scoped if all parts are. */
export function joinSql(parts: readonly ScopedSql[], separator: Sql): ScopedSql
export function joinSql(parts: readonly Sql[], separator: Sql): Sql
export function joinSql(parts: readonly Sql[], separator: Sql): Sql {
  const text = parts.map((part) => part.text).join(separator.text)
  const isScoped = parts.length > 0 && parts.every((part) => part instanceof ScopedSql)
  return madeSql(text, isScoped)
}

const COMMA = sql`, `

/** Separated by commas; texts become literals. */
export const sqlList = (parts: readonly SqlPart[]): Sql =>
  joinSql(
    parts.map((part) => sql`${part}`),
    COMMA,
  )
