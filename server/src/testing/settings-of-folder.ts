/**
 * The settings of a test's data folder: a file in it, or a database of its own on the PostgreSQL server that the
 * environment names, so that the suite of the server runs on both (`npm run soak`).
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { openPostgresSettings } from '../platform/settings/postgres/postgres-settings.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { openSqliteSettings, SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'

/** Names the environment variable with the address of a PostgreSQL server and its first database. */
export const SETTINGS_SERVER = 'TEST_POSTGRES'

/** Tests that look into `settings.db` are for SQLite only. */
export const areSettingsFiles = process.env[SETTINGS_SERVER] === undefined

export async function openSettingsOf(
  folder: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<SettingsStore> {
  const secretKey = Buffer.alloc(32, 7)
  const url = await databaseOf(folder)
  if (url === undefined) return openSqliteSettings({ path: join(folder, SETTINGS_FILE), secretKey, clock, log })
  const onMissed = () => log.fatal('changes were missed')
  return openPostgresSettings({ address: { url, authorities: '' }, secretKey, log, onMissed })
}

/** The address of the database of a folder, which is created by the first call; none if settings are files. */
export async function databaseOf(folder: string): Promise<string | undefined> {
  const server = process.env[SETTINGS_SERVER]
  if (server === undefined) return undefined
  const name = nameOf(folder)
  const found = await execute(server, `SELECT FROM pg_database WHERE datname = '${name}'`)
  if (found === 0) await execute(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = name
  return url.href
}

export async function dropDatabaseOf(folder: string): Promise<void> {
  const server = process.env[SETTINGS_SERVER]
  if (server !== undefined) await execute(server, `DROP DATABASE IF EXISTS ${nameOf(folder)} WITH (FORCE)`)
}

const nameOf = (folder: string) => `of_${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`

async function execute(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
