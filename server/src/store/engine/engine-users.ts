import { type EngineUser, OWNER } from '@logyard/engine/engine-users'

/**
 * A user whose statements contain user input. The grants of the engine refuse everything else: other tables, files and
 * addresses, and every change. A check of each statement (`statement-check.ts`) refuses what grants cannot.
 */
export interface LimitedUser extends EngineUser {
  /** The tables of the database `system` that a statement may name. */
  readonly systemTables: readonly string[]
  /** The database where tables in memory may be created, filled by a SELECT, and dropped. */
  readonly keepsIn?: string
}

const READS = ['SELECT ON default.messages', 'SELECT ON default.message_templates', 'SELECT ON kept.*']

/** For searches, exports and everything else that only reads. */
export const SEARCHER: LimitedUser = {
  name: 'searcher',
  grants: READS,
  settings: { readonly: '2', cancel_http_readonly_queries_on_client_close: '1' },
  limits: {},
  systemTables: [],
}

/** For the caches of searches in the engine's memory, and for checking whether they are still valid. */
export const KEEPER: LimitedUser = {
  name: 'keeper',
  grants: [
    ...READS,
    'CREATE DATABASE, CREATE TABLE, INSERT, DROP TABLE ON kept.*',
    'TABLE ENGINE ON Memory',
    'SELECT(database, table, active, partition, min_block_number) ON system.parts',
    'SELECT(database, name, total_bytes) ON system.tables',
  ],
  settings: {},
  limits: {},
  systemTables: ['parts', 'tables'],
  keepsIn: 'kept',
}

export const LIMITED_USERS: readonly LimitedUser[] = [SEARCHER, KEEPER]

export { OWNER }
