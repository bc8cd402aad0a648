/** Pieces of SQL that are no literals: names, directions, whole numbers, instants and lists. */
import { madeSql, ScopedSql, type Sql } from './made-sql.ts'
import { quotedName } from './quoted.ts'
import { type SqlPart, sql } from './sql.ts'

/** The name of a column, a field or a table, quoted. */
export const sqlName = (name: string): Sql => madeSql(quotedName(name), false)

const DIRECTIONS: Readonly<Record<string, Sql>> = { ASC: sql`ASC`, DESC: sql`DESC` }

/** For ORDER BY. Throws for anything but the two directions, which a value from outside may be for all that types say. */
export function sqlDirection(direction: 'ASC' | 'DESC'): Sql {
  const known = Object.hasOwn(DIRECTIONS, direction) ? DIRECTIONS[direction] : undefined
  if (known === undefined) throw new TypeError('the direction of an order is ASC or DESC')
  return known
}

/** A whole number, as LIMIT and OFFSET take it. */
export function sqlInteger(value: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Sql {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new TypeError(`${value} is no whole number from ${min} to ${max}`)
  }
  return sql`${value}`
}

/** A DateTime64(3) in UTC. */
export const sqlInstant = (ms: number): Sql => sql`fromUnixTimestamp64Milli(${Math.trunc(ms)}, 'UTC')`

/** One after the other. Scoped where all of them are. */
export function joinSql(parts: readonly ScopedSql[], separator: Sql): ScopedSql
export function joinSql(parts: readonly Sql[], separator: Sql): Sql
export function joinSql(parts: readonly Sql[], separator: Sql): Sql {
  const text = parts.map((part) => part.text).join(separator.text)
  const isScoped = parts.length > 0 && parts.every((part) => part instanceof ScopedSql)
  return madeSql(text, isScoped)
}

const COMMA = sql`, `

/** With commas between them; texts become literals. */
export const sqlList = (parts: readonly SqlPart[]): Sql =>
  joinSql(
    parts.map((part) => sql`${part}`),
    COMMA,
  )
