/** Tables of partial aggregates in the engine's memory: filled, measured, and dropped after their last reader. */
import { scopedSql } from '@logyard/languages/sql/scoped-sql'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import type { Ids } from '../../../platform/ids.ts'
import { clickHouseErrorOf } from '../../../store/engine/engine-failure.ts'
import { isTooManyRows } from '../../search-errors.ts'
import type { SearchEngine } from '../../statements/search-engine.ts'

export interface CacheTable {
  /** Rows for the FROM of a SELECT. Filled by a scoped SELECT, so only for callers with the same scope. */
  readonly rows: ScopedSql
  readonly bytes: number
  /** A lock: `drop` takes effect once all locks are disposed. */
  acquire(): AsyncDisposable
  drop(): Promise<void>
}

/** Database in memory: empty after a restart of the engine, so no stale table survives. Documented grants name it. */
const DATABASE = sql`kept`
/** Limit for creating and dropping a table, which read nothing. */
const CHANGE_TIMEOUT_MS = 10_000

const CODE = { unknownTable: '60', unknownDatabase: '81' } as const

export function isTableLost(error: unknown): boolean {
  const code = clickHouseErrorOf(error)?.code
  return code === CODE.unknownTable || code === CODE.unknownDatabase
}

/** Maximum size of one table. */
export interface CacheTableLimits {
  readonly rows: number
  readonly bytes: number
}

/** Creates a table of the rows of the SELECT; `undefined` if they exceed the limits. */
export type CreateCacheTable = (
  engine: SearchEngine,
  /** `stateBytes` is SQL of the size in bytes of data outside of the table's columns. */
  content: { readonly select: ScopedSql; readonly stateBytes: Sql },
  signal: AbortSignal,
) => Promise<CacheTable | undefined>

export function createCacheTables(limits: CacheTableLimits, ids: Ids): CreateCacheTable {
  return async (engine, { select, stateBytes }, signal) => {
    const tableName = `t${ids.next()}`
    const name = sql`${DATABASE}.${sqlName(tableName)}`
    await engine.command(sql`CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Memory`, { signal })
    try {
      await fillTable(engine, name, { select, maxRows: limits.rows }, signal)
      const rows = rowsOf(name, select)
      const size = await measureTable(engine, { tableName, rows, stateBytes }, signal)
      if (size !== undefined && size.bytes <= limits.bytes && size.rows <= limits.rows) {
        return cacheTable(engine, name, { rows, bytes: size.bytes })
      }
    } catch (error) {
      await drop(engine, name)
      if (isTooManyRows(error)) return undefined
      throw error
    }
    await drop(engine, name)
    return undefined
  }
}

async function fillTable(
  engine: SearchEngine,
  name: Sql,
  { select, maxRows }: { readonly select: ScopedSql; readonly maxRows: number },
  signal: AbortSignal,
): Promise<void> {
  // A database in memory cannot create and fill a table in one step. Creating is not cancellable by the caller: the
  // engine would go on, and might create the table after it was dropped.
  const untilCreated = AbortSignal.timeout(CHANGE_TIMEOUT_MS)
  await engine.command(sql`CREATE TABLE ${name} ENGINE = Memory EMPTY AS ${select}`, { signal: untilCreated })
  signal.throwIfAborted()
  await engine.command(
    sql`INSERT INTO ${name} SELECT * FROM (${select})
     SETTINGS max_rows_to_group_by = ${maxRows}, group_by_overflow_mode = 'throw'`,
    { signal },
  )
}

async function measureTable(
  engine: SearchEngine,
  table: { readonly tableName: string; readonly rows: ScopedSql; readonly stateBytes: Sql },
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly rows: number } | undefined> {
  const columnBytes = sql`SELECT total_bytes FROM system.tables WHERE database = ${DATABASE.text} AND name = ${table.tableName}`
  const statement = sql`SELECT (${columnBytes}) + ${table.stateBytes}, count() FROM ${table.rows}`
  const [row] = await engine.rows(statement, { signal, isAboutTables: true })
  const [bytes, rows] = row?.map(Number) ?? []
  return bytes === undefined || rows === undefined ? undefined : { bytes, rows }
}

/** A table that was filled by a scoped SELECT only is scoped, too. */
const rowsOf = (table: Sql, _filledBy: ScopedSql): ScopedSql => scopedSql(table)

function cacheTable(engine: SearchEngine, name: Sql, facts: Pick<CacheTable, 'rows' | 'bytes'>): CacheTable {
  let locks = 0
  let isDropped = false
  return {
    ...facts,
    acquire() {
      locks += 1
      return {
        async [Symbol.asyncDispose]() {
          locks -= 1
          if (isDropped && locks === 0) await drop(engine, name)
        },
      }
    },
    async drop() {
      isDropped = true
      if (locks === 0) await drop(engine, name)
    },
  }
}

/** Runs even if the search was cancelled. After a restart of the engine the table is gone already. */
async function drop(engine: SearchEngine, name: Sql): Promise<void> {
  const signal = AbortSignal.timeout(CHANGE_TIMEOUT_MS)
  await engine.command(sql`DROP TABLE IF EXISTS ${name}`, { signal }).catch((error: unknown) => {
    if (!isTableLost(error)) throw error
  })
}
