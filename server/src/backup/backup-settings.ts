import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { checkSecretKey } from '../platform/settings/check-secret-key.ts'
import { migrate, storeMigrations } from '../platform/settings/migrate.ts'
import {
  checkKeyOfPostgres,
  copyFromPostgres,
  type PostgresPlace,
  withPostgres,
} from '../platform/settings/postgres/copy-settings.ts'
import type { PostgresAddress } from '../platform/settings/postgres/postgres-address.ts'
import { createSecretBox, type SecretBox } from '../platform/settings/secret-box.ts'
import { readSecretKey, SECRET_KEY_FILE } from '../platform/settings/secret-key.ts'
import { SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { pack, writeFacts } from './backup-file.ts'

const BUSY_TIMEOUT_MS = 5_000

export const nothingToBackUp = (folder: string) =>
  new LogyardError('not-found', 'nothing-to-back-up', `${resolve(folder)} has no settings`)

export interface BackupRequest {
  readonly dataFolder: string
  /** Where the settings are, if they are not in the data folder. */
  readonly postgres?: PostgresAddress | undefined
  readonly file: string
  /** LOGYARD_SECRET: if it is set, the backup does not contain a key. */
  readonly secret: string
  readonly clock: Clock
  readonly log: Log
}

/**
 * Copies all settings into one consistent file, whether Logyard is running or not. A secret that does not decrypt the
 * settings is refused now rather than at the restore.
 */
export async function backupSettings(request: BackupRequest): Promise<void> {
  const { dataFolder, postgres, file, secret, clock, log } = request
  const source = join(dataFolder, SETTINGS_FILE)
  if (postgres === undefined && !existsSync(source)) throw nothingToBackUp(dataFolder)
  const box = createSecretBox(readSecretKey(dataFolder, secret, log))
  const secretKey = secret === '' ? readFileSync(join(dataFolder, SECRET_KEY_FILE), 'utf8') : null
  const scratch = await mkdtemp(join(dirname(resolve(file)), '.logyard-backup-'))
  try {
    const copy = join(scratch, SETTINGS_FILE)
    if (postgres === undefined) copyDatabase(source, copy)
    else await copyOfPostgres(copy, { address: postgres, clock, log }, box)
    {
      using db = new DatabaseSync(copy)
      migrate(db, storeMigrations, clock)
      checkSecretKey(db, box)
      writeFacts(db, { createdAt: clock.now().toISOString(), secretKey })
    }
    await pack(copy, join(scratch, 'packed'))
    await rename(join(scratch, 'packed'), file)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Refuses a secret that does not decrypt the settings, before the messages are written. */
export async function checkKeyOfSettings({
  dataFolder,
  postgres,
  secret,
  clock,
  log,
}: Omit<BackupRequest, 'file'>): Promise<void> {
  const box = createSecretBox(readSecretKey(dataFolder, secret, log))
  if (postgres !== undefined) {
    await withPostgres({ address: postgres, clock, log }, 'shared', (run) => checkKeyOfPostgres(run, box))
    return
  }
  using db = new DatabaseSync(join(dataFolder, SETTINGS_FILE), { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  checkSecretKey(db, box)
}

/** The same file as a copy of the data folder's. */
async function copyOfPostgres(to: string, place: PostgresPlace, box: SecretBox): Promise<void> {
  using db = new DatabaseSync(to)
  migrate(db, storeMigrations, place.clock)
  await withPostgres(place, 'shared', (run) => copyFromPostgres(run, db, box))
}

/**
 * Reads in one transaction, which does not block writers. SQLite's own backup API would start over with every commit of
 * another process.
 */
function copyDatabase(from: string, to: string): void {
  using db = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  db.prepare('VACUUM INTO ?').run(to)
}
