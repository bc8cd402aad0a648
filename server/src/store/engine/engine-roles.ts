import type { Role } from '@logyard/engine/role'

/**
 * Rights of statements that contain user input. Whatever such a statement says, the engine refuses everything else:
 * other tables, files and addresses, settings and facts of the engine, and every change.
 */
const READS = ['SELECT ON default.messages', 'SELECT ON default.message_templates', 'SELECT ON kept.*']

/** For searches, exports and everything else that only reads. */
export const SEARCHER: Role = { name: 'searcher', grants: READS, systemTables: [] }

/** For the caches of searches in the engine's memory, and for checking whether they are still valid. */
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
