/** Copies all settings between a file of SQLite and PostgreSQL, and compares the two. */
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../clock.ts'
import { LogyardError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { checkProof } from '../check-secret-key.ts'
import type { SecretBox } from '../secret-box.ts'
import type { PostgresAddress } from './postgres-address.ts'
import { createPostgresConnections, LONG_MS, type PostgresConnections, type Run } from './postgres-connections.ts'
import { MIGRATION_LOCK, migratePostgres, postgresMigrations } from './postgres-migrate.ts'
import {
  digestOf,
  postgresTables,
  type SettingsTables,
  sqliteTables,
  TABLE_NAMES,
  type TableDigest,
  type TableName,
} from './settings-tables.ts'

export type CopiedTables = Readonly<Record<TableName, TableDigest>>

const settingsNotEmpty = (address: string) =>
  new LogyardError(
    'conflict',
    'settings-not-empty',
    `The database at ${address} has settings already: name an empty one`,
  )

const settingsInUse = (address: string, count: number) =>
  new LogyardError(
    'conflict',
    'settings-in-use',
    `The database at ${address} is in use by ${count} connections of Logyard: stop all nodes first`,
  )

const copyDiffers = (table: string) =>
  new LogyardError('failed', 'settings-copy-differs', `The copy of the settings differs in the table ${table}`)

export interface PostgresPlace {
  readonly address: PostgresAddress
  readonly clock: Clock
  readonly log: Log
}

/** Work with the tables of a database, created if it has none; `alone`: no node may use it meanwhile. */
export async function withPostgres<T>(
  place: PostgresPlace,
  how: 'alone' | 'shared',
  work: (run: Run, connections: PostgresConnections) => Promise<T>,
): Promise<T> {
  await using connections = createPostgresConnections({ ...place, name: 'logyard-copy' })
  await migratePostgres(connections, postgresMigrations)
  return await connections.transaction(async (run) => {
    // One moment for all tables.
    await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    // The other database is read and written meanwhile.
    await run(`SET LOCAL idle_in_transaction_session_timeout = ${LONG_MS}`)
    if (how === 'alone') {
      // A node that starts now waits.
      await run('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      const [row] = await run(`SELECT count(*) AS count FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'logyard'`)
      if (Number(row?.['count']) > 0) throw settingsInUse(connections.address, Number(row?.['count']))
    }
    return work(run, connections)
  }, 'long')
}

/** Into a file with the tables and nothing else. */
export async function copyFromPostgres(run: Run, db: DatabaseSync, box: SecretBox): Promise<CopiedTables> {
  await checkKeyOfPostgres(run, box)
  const source = postgresTables(run)
  const target = sqliteTables(db)
  db.exec('BEGIN')
  try {
    await copyTables(source, target)
    const copied = await compare(source, target)
    db.exec('COMMIT')
    return copied
  } catch (error) {
    // The copy is repeated from its beginning when the connection was lost.
    db.exec('ROLLBACK')
    throw error
  }
}

export async function checkKeyOfPostgres(run: Run, box: SecretBox): Promise<void> {
  const [row] = await run('SELECT key_check FROM store')
  if (typeof row?.['key_check'] === 'string') checkProof(row['key_check'], box)
}

/** Into a database with the tables and nothing else; `replace` deletes what it has. */
export async function copyToPostgres(
  db: DatabaseSync,
  run: Run,
  { address, box, replace }: { readonly address: string; readonly box: SecretBox; readonly replace: boolean },
): Promise<CopiedTables> {
  const keyCheck = db.prepare('SELECT key_check FROM store').get()?.['key_check']
  if (typeof keyCheck === 'string') checkProof(keyCheck, box)
  if (!replace) await requireEmpty(run, address)
  await run('TRUNCATE document, document_key, collection_layout, entry, entry_seal, change')
  const source = sqliteTables(db)
  const target = postgresTables(run)
  await copyTables(source, target)
  return compare(source, target)
}

export async function requireEmpty(run: Run, address: string): Promise<void> {
  const [row] = await run('SELECT EXISTS (SELECT FROM document) OR EXISTS (SELECT FROM entry) AS is_used')
  if (row?.['is_used'] === true) throw settingsNotEmpty(address)
}

async function copyTables(source: SettingsTables, target: SettingsTables): Promise<void> {
  for (const table of TABLE_NAMES) {
    for await (const rows of source.read(table)) await target.write(table, rows)
  }
}

async function compare(source: SettingsTables, target: SettingsTables): Promise<CopiedTables> {
  const digests: Partial<Record<TableName, TableDigest>> = {}
  for (const table of TABLE_NAMES) {
    const [wanted, copied] = [await digestOf(source, table), await digestOf(target, table)]
    if (wanted.rows !== copied.rows || wanted.checksum !== copied.checksum) throw copyDiffers(table)
    digests[table] = copied
  }
  const { collection_layout, document, document_key, entry, entry_seal, store } = digests
  if (!collection_layout || !document || !document_key || !entry || !entry_seal || !store) throw copyDiffers('all')
  return { collection_layout, document, document_key, entry, entry_seal, store }
}
