import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../platform/clock.ts'
import { lockDataFolder } from '../platform/data-folder-lock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { checkSecretKey } from '../platform/settings/check-secret-key.ts'
import { migrate, storeMigrations } from '../platform/settings/migrate.ts'
import { copyToPostgres, type PostgresPlace, withPostgres } from '../platform/settings/postgres/copy-settings.ts'
import type { PostgresAddress } from '../platform/settings/postgres/postgres-address.ts'
import { createSecretBox } from '../platform/settings/secret-box.ts'
import { decodeKey, keyOfSecret, readSecretKey, SECRET_KEY_FILE } from '../platform/settings/secret-key.ts'
import { isSqliteError, SQLITE } from '../platform/settings/sqlite-database.ts'
import { SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { type BackupFacts, notABackup, takeFacts, unpack } from './backup-file.ts'

export const settingsInTheWay = (folder: string) =>
  new LogyardError(
    'conflict',
    'settings-in-the-way',
    `${resolve(folder)} has settings already: name an empty data folder, or add --force to replace them`,
  )

/** Restores a backup into a data folder that no Logyard uses. The file is checked before anything is changed. */
export async function restoreSettings(request: {
  readonly dataFolder: string
  /** Where the settings will be, if not in the data folder. */
  readonly postgres?: PostgresAddress | undefined
  readonly log: Log
  readonly file: string
  /** Replaces existing settings. */
  readonly force: boolean
  /** LOGYARD_SECRET, with which Logyard will open the restored settings. */
  readonly secret: string
  readonly clock: Clock
}): Promise<BackupFacts> {
  const { dataFolder, postgres, file, force, secret, clock, log } = request
  using _lock = lockDataFolder(dataFolder)
  if (postgres === undefined && existsSync(join(dataFolder, SETTINGS_FILE)) && !force)
    throw settingsInTheWay(dataFolder)
  const scratch = await mkdtemp(join(dataFolder, '.restore-'))
  try {
    const facts = await unpackSettings({ file, folder: scratch, secret, clock })
    if (postgres === undefined) await placeSettings(scratch, dataFolder)
    else await placeInPostgres(scratch, dataFolder, { address: postgres, clock, log, secret, replace: force })
    return facts
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Unpacks settings and key into the folder, and checks them. */
export async function unpackSettings(request: {
  readonly file: string
  readonly folder: string
  readonly secret: string
  readonly clock: Clock
}): Promise<BackupFacts> {
  const { file, folder, secret, clock } = request
  const copy = join(folder, SETTINGS_FILE)
  await unpack(file, copy)
  const facts = checkCopy(copy, file, secret, clock)
  if (facts.secretKey !== null)
    await writeFile(join(folder, SECRET_KEY_FILE), facts.secretKey, { mode: 0o600, flush: true })
  return facts
}

/** Moves unpacked settings and their key from a folder on the same disk into the data folder. */
export async function placeSettings(folder: string, dataFolder: string): Promise<void> {
  const target = join(dataFolder, SETTINGS_FILE)
  await clearTheWay(target)
  await placeKey(folder, dataFolder)
  await rename(join(folder, SETTINGS_FILE), target)
}

async function placeKey(folder: string, dataFolder: string): Promise<void> {
  const key = join(folder, SECRET_KEY_FILE)
  if (existsSync(key)) await rename(key, join(dataFolder, SECRET_KEY_FILE))
}

/** Copies unpacked settings into the database, which no node may use, and moves their key into the data folder. */
export async function placeInPostgres(
  folder: string,
  dataFolder: string,
  to: PostgresPlace & { readonly secret: string; readonly replace: boolean },
): Promise<void> {
  const box = createSecretBox(readSecretKey(folder, to.secret, to.log))
  using db = new DatabaseSync(join(folder, SETTINGS_FILE))
  await withPostgres(to, 'alone', (run, { address }) => copyToPostgres(db, run, { address, box, replace: to.replace }))
  await placeKey(folder, dataFolder)
}

/** Checks that the copy is complete, has a version that this program knows, and opens with its future key. */
function checkCopy(copy: string, file: string, secret: string, clock: Clock): BackupFacts {
  using db = new DatabaseSync(copy)
  const facts = takeFacts(db, file)
  migrate(db, storeMigrations, clock)
  const key = secret === '' ? decodeKey(facts.secretKey ?? '') : keyOfSecret(secret)
  if (key === undefined)
    throw notABackup(file, 'it has no key: set the LOGYARD_SECRET that was in use when it was written')
  checkSecretKey(db, createSecretBox(key))
  return facts
}

/** Checkpoints the old write-ahead log: SQLite would apply a log that is left behind to the new file. */
async function clearTheWay(target: string): Promise<void> {
  if (existsSync(target)) {
    using db = new DatabaseSync(target)
    try {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // Settings that cannot be opened are a reason to restore.
      if (!isSqliteError(error, SQLITE.corrupt, SQLITE.notADatabase)) throw error
    }
  }
  for (const left of ['-wal', '-shm']) await rm(target + left, { force: true })
}
