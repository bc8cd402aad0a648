/** Tables of partials in the engine's memory: made and measured, and dropped when nobody reads them any more. */
import { ClickHouseError } from '@clickhouse/client'
import { scopedSql } from '@logyard/languages/sql/scoped-sql'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlName } from '@logyard/languages/sql/sql-parts'
import type { Ids } from '../../../platform/ids.ts'
import { isTooManyRows } from '../../search-errors.ts'
import type { SearchEngine } from '../../statements/search-engine.ts'

export interface KeptTable {
  /** For the FROM of a SELECT: rows that came of a scoped SELECT, for those who may read that. */
  readonly rows: ScopedSql
  readonly bytes: number
  /** Until it is disposed the table stays, also when it is dropped meanwhile. */
  read(): AsyncDisposable
  drop(): Promise<void>
}

/** Tables in it are gone with the engine's process: after a restart none can be there that is out of date. */
const DATABASE = sql`kept`
/** To create or to drop one: both read nothing. */
const CHANGED_WITHIN_MS = 10_000

const CODE = { unknownTable: '60', unknownDatabase: '81' } as const

export const isTableLost = (error: unknown): boolean =>
  error instanceof ClickHouseError && (error.code === CODE.unknownTable || error.code === CODE.unknownDatabase)

/** What a table may take. */
export interface KeptTableLimits {
  readonly rows: number
  readonly bytes: number
}

/** Makes a table of what the SELECT answers; `undefined` when that is more than may be kept. */
export type MakeKeptTable = (
  engine: SearchEngine,
  /** SQL of how many bytes the table takes outside of its columns. */
  asked: { readonly select: ScopedSql; readonly stateBytes: Sql },
  signal: AbortSignal,
) => Promise<KeptTable | undefined>

export function createKeptTables(limits: KeptTableLimits, ids: Ids): MakeKeptTable {
  return async (engine, { select, stateBytes }, signal) => {
    const own = `t${ids.next()}`
    const name = sql`${DATABASE}.${sqlName(own)}`
    await engine.command(sql`CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Memory`, { signal })
    try {
      // A database in memory cannot make a table and fill it in one step. Nobody leaves in the middle of this one: it
      // would go on all the same, and perhaps end when the table that is not there yet was dropped.
      const whole = AbortSignal.timeout(CHANGED_WITHIN_MS)
      await engine.command(sql`CREATE TABLE ${name} ENGINE = Memory EMPTY AS ${select}`, { signal: whole })
      signal.throwIfAborted()
      await engine.command(
        sql`INSERT INTO ${name} SELECT * FROM (${select})
         SETTINGS max_rows_to_group_by = ${limits.rows}, group_by_overflow_mode = 'throw'`,
        { signal },
      )
      const inColumns = sql`SELECT total_bytes FROM system.tables WHERE database = ${DATABASE.text} AND name = ${own}`
      const rows = rowsOf(name, select)
      const asked = sql`SELECT (${inColumns}) + ${stateBytes}, count() FROM ${rows}`
      const [row] = await engine.rows(asked, { signal, isAboutTables: true })
      const [bytes, groups] = row?.map(Number) ?? []
      if (bytes !== undefined && bytes <= limits.bytes && groups !== undefined && groups <= limits.rows) {
        return keptTable(engine, name, { rows, bytes })
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

/** A table that only a scoped SELECT has filled is scoped as well. */
const rowsOf = (table: Sql, _filledBy: ScopedSql): ScopedSql => scopedSql(table)

function keptTable(engine: SearchEngine, name: Sql, facts: Pick<KeptTable, 'rows' | 'bytes'>): KeptTable {
  let readers = 0
  let isDropped = false
  return {
    ...facts,
    read() {
      readers += 1
      return {
        async [Symbol.asyncDispose]() {
          readers -= 1
          if (isDropped && readers === 0) await drop(engine, name)
        },
      }
    },
    async drop() {
      isDropped = true
      if (readers === 0) await drop(engine, name)
    },
  }
}

/** Also when nobody waits for the search any more; what an engine that is gone held is gone with it. */
async function drop(engine: SearchEngine, name: Sql): Promise<void> {
  const signal = AbortSignal.timeout(CHANGED_WITHIN_MS)
  await engine.command(sql`DROP TABLE IF EXISTS ${name}`, { signal }).catch((error: unknown) => {
    if (!isTableLost(error)) throw error
  })
}
