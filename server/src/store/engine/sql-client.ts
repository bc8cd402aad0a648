import type { Readable } from 'node:stream'
import type { ClickHouseSettings } from '@clickhouse/client'
import { Sql } from '@logyard/languages/sql/sql'
import type { EngineResponse } from './engine-response.ts'

export interface Statement {
  readonly query: Sql
  readonly query_params?: Record<string, unknown>
  readonly clickhouse_settings?: ClickHouseSettings
  readonly abort_signal?: AbortSignal
  /** Name of the statement in `system.processes` while it runs; a random one by default. */
  readonly query_id?: string
}

export interface Rows {
  /** All of them. */
  json<T = unknown>(): Promise<T[]>
  /** The rows, each as soon as it arrives. */
  stream(): AsyncIterable<unknown>
}

/** Runs statements on ClickHouse. Statements and table names are SQL, never strings. */
export interface EngineClient {
  query(statement: Statement & { readonly format: 'JSONEachRow' | 'JSONCompactEachRow' }): Promise<Rows>
  /** Resolves once the statement is executed, with the text of the response. */
  command(statement: Statement & { readonly values?: Readable }): Promise<string>
  /** The response to a statement that only reads, as it arrives: only its reader limits its size and its time. */
  read(statement: Statement): Promise<EngineResponse>
  insert(rows: Omit<Statement, 'query'> & { readonly table: Sql; readonly values: readonly object[] }): Promise<void>
  close(): Promise<void>
}

/** The types require it already; this stops values that evaded them. */
export function textOfSql(sql: Sql): string {
  if (!(sql instanceof Sql)) throw new TypeError('the engine is asked in SQL that was made as such, not in a string')
  return sql.text
}
