import { type EngineUser, OWNER } from '@logyard/engine/engine-users'
import { type Sql, sql } from '@logyard/languages/sql/sql'

/** A user of the engine, or of a ClickHouse server that others run, whatever the database of the messages is. */
export interface ServerUser extends Omit<EngineUser, 'grants'> {
  /** `tables` is the database of the messages and a dot, or nothing for that of the connection. */
  grants(tables: Sql): readonly Sql[]
}

/**
 * A user whose statements contain user input. The grants of the engine refuse everything else: other tables, files and
 * addresses, and every change. A check of each statement (`statement-check.ts`) refuses what grants cannot.
 */
export interface LimitedUser extends ServerUser {
  /** The setting with the name and password of this user on a ClickHouse server that others run. */
  readonly setting: 'LOGYARD_CLICKHOUSE_SEARCHER' | 'LOGYARD_CLICKHOUSE_KEEPER'
  /** The tables of the database `system` that a statement may name. */
  readonly systemTables: readonly string[]
  /** The database where tables in memory may be created, filled by a SELECT, and dropped. */
  readonly keepsIn?: string
  /** May ask how much a SELECT would read: EXPLAIN ESTIMATE. */
  readonly estimates?: true
}

const reads = (tables: Sql): readonly Sql[] => [
  sql`SELECT ON ${tables}messages`,
  sql`SELECT ON ${tables}old_messages`,
  sql`SELECT ON ${tables}all_messages`,
  sql`SELECT ON ${tables}message_templates`,
  sql`SELECT ON kept.*`,
]

/** User for searches, exports and everything else that only reads. */
export const SEARCHER: LimitedUser = {
  name: 'searcher',
  setting: 'LOGYARD_CLICKHOUSE_SEARCHER',
  grants: reads,
  settings: { readonly: '2', cancel_http_readonly_queries_on_client_close: '1' },
  limits: {},
  systemTables: [],
  estimates: true,
}

/** User for the caches of searches in the engine's memory, and for checking whether they are still valid. */
export const KEEPER: LimitedUser = {
  name: 'keeper',
  setting: 'LOGYARD_CLICKHOUSE_KEEPER',
  grants: (tables) => [
    ...reads(tables),
    sql`CREATE DATABASE, CREATE TABLE, INSERT, DROP TABLE ON kept.*`,
    sql`TABLE ENGINE ON Memory`,
    sql`SELECT(database, table, active, partition, min_block_number) ON system.parts`,
    sql`SELECT(database, name, total_bytes) ON system.tables`,
  ],
  settings: {},
  limits: {},
  systemTables: ['parts', 'tables'],
  keepsIn: 'kept',
}

export const LIMITED_USERS: readonly LimitedUser[] = [SEARCHER, KEEPER]

/** The user for a database, as ClickHouse's users file and its statements describe one. */
export const engineUser = ({ name, grants, settings, limits }: ServerUser, tables: Sql): EngineUser => ({
  name,
  grants: grants(tables).map(({ text }) => text),
  settings,
  limits,
})

export { OWNER }
