/** `npm run settings -- move`: all settings from the file to PostgreSQL, or back. */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { lockDataFolder } from '../platform/data-folder-lock.ts'
import { createLog } from '../platform/log.ts'
import { migrate, storeMigrations } from '../platform/settings/migrate.ts'
import {
  type CopiedTables,
  copyFromPostgres,
  copyToPostgres,
  withPostgres,
} from '../platform/settings/postgres/copy-settings.ts'
import { createSecretBox, type SecretBox } from '../platform/settings/secret-box.ts'
import { readSecretKey } from '../platform/settings/secret-key.ts'
import { openSqliteDatabase } from '../platform/settings/sqlite-database.ts'
import { SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { nothingToBackUp } from './backup-settings.ts'
import { settingsInTheWay } from './restore-settings.ts'

type Env = Readonly<Record<string, string | undefined>>

const USAGE = `Usage: settings move --to postgresql
       settings move --to sqlite
LOGYARD_DATA, LOGYARD_POSTGRES_URL and LOGYARD_SECRET are those of the server, which must be stopped`
const UMASK = 0o077
/** What the file is called after the settings were moved out of it. */
const MOVED = `${SETTINGS_FILE}.moved`
const MOVING = `${SETTINGS_FILE}.moving`

export async function settings(args: readonly string[], env: Env): Promise<void> {
  const to = readTarget(args)
  process.umask(UMASK)
  const config = readConfig(env)
  const { LOGYARD_DATA: dataFolder, LOGYARD_SECRET: secret, LOGYARD_POSTGRES_URL: url } = config
  if (url === '') throw new Error(`LOGYARD_POSTGRES_URL is not set.\n${USAGE}`)
  const log = createLog('warn')
  const place = { address: { url, authorities: config.LOGYARD_POSTGRES_CA }, clock: systemClock, log }
  using _lock = lockDataFolder(dataFolder)
  const file = join(dataFolder, SETTINGS_FILE)
  const boxOf = () => createSecretBox(readSecretKey(dataFolder, secret, log))
  if (to === 'postgresql') {
    if (!existsSync(file)) throw nothingToBackUp(dataFolder)
    const box = boxOf()
    const copied = await toPostgres(file, place, box)
    await rename(file, join(dataFolder, MOVED))
    console.log(`Moved to PostgreSQL: ${summary(copied)}. The file is kept as ${join(resolve(dataFolder), MOVED)}.`)
    return
  }
  if (existsSync(file)) throw settingsInTheWay(dataFolder)
  const moving = join(dataFolder, MOVING)
  const copied = await toFile(moving, place, boxOf())
  await rename(moving, file)
  console.log(`Moved to ${resolve(file)}: ${summary(copied)}. Unset LOGYARD_POSTGRES_URL; the database is unchanged.`)
}

function readTarget(args: readonly string[]): 'postgresql' | 'sqlite' {
  try {
    const options = { to: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const isMove = positionals.length === 1 && positionals[0] === 'move'
    if (isMove && (values.to === 'postgresql' || values.to === 'sqlite')) return values.to
  } catch (error) {
    throw new Error(USAGE, { cause: error })
  }
  throw new Error(USAGE)
}

type Place = Parameters<typeof withPostgres>[0]

async function toPostgres(file: string, place: Place, box: SecretBox) {
  const db = openSqliteDatabase(file)
  try {
    migrate(db, storeMigrations, systemClock)
    const copied = await withPostgres(place, 'alone', (run, { address }) =>
      copyToPostgres(db, run, { address, box, replace: false }),
    )
    // The file is set aside without a log that would belong to it.
    db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
    return copied
  } finally {
    db.close()
  }
}

async function toFile(file: string, place: Place, box: SecretBox): Promise<CopiedTables> {
  // Files of an interrupted move.
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true })
  using db = new DatabaseSync(file)
  migrate(db, storeMigrations, systemClock)
  return await withPostgres(place, 'alone', (run) => copyFromPostgres(run, db, box))
}

const summary = ({ document, document_key, entry, entry_seal }: CopiedTables): string =>
  `${document.rows} documents (checksum ${document.checksum.slice(0, 16)}), ${document_key.rows} keys, ` +
  `${entry.rows} entries of the audit log (checksum ${entry.checksum.slice(0, 16)}), ${entry_seal.rows} seals`
