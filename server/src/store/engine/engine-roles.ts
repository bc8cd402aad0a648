import type { Role } from '@logyard/engine/role'

/**
 * Rights of statements that hold what a caller wrote, one way or another. Whatever gets into such a statement, the engine
 * refuses all but this: no other table, file or address, no settings and facts of the engine, and nothing is changed.
 */
const READS = ['SELECT ON default.messages', 'SELECT ON default.message_templates', 'SELECT ON kept.*']

/** For searches, exports and all else that only reads. */
export const SEARCHER: Role = { name: 'searcher', grants: READS, systemTables: [] }

/** For what searches keep in the engine's memory, and for what tells whether it still holds. */
export const KEEPER: Role = {
  name: 'keeper',
  grants: [
    ...READS,
    'CREATE DATABASE, CREATE TABLE, INSERT, DROP TABLE ON kept.*',
    'SELECT(database, table, active, partition, min_block_number) ON system.parts',
    'SELECT(database, name, total_bytes) ON system.tables',
  ],
  systemTables: ['parts', 'tables'],
  keepsIn: 'kept',
}

export const ENGINE_ROLES: readonly Role[] = [SEARCHER, KEEPER]
