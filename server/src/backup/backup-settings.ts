import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { checkSecretKey } from '../platform/settings/check-secret-key.ts'
import { migrate, storeMigrations } from '../platform/settings/migrate.ts'
import { createSecretBox } from '../platform/settings/secret-box.ts'
import { readSecretKey, SECRET_KEY_FILE } from '../platform/settings/secret-key.ts'
import { SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { pack, writeFacts } from './backup-file.ts'

const BUSY_TIMEOUT_MS = 5_000

export const nothingToBackUp = (folder: string) =>
  new LogyardError('not-found', 'nothing-to-back-up', `${resolve(folder)} has no settings`)

export interface BackupRequest {
  readonly dataFolder: string
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
export async function backupSettings({ dataFolder, file, secret, clock, log }: BackupRequest): Promise<void> {
  const source = join(dataFolder, SETTINGS_FILE)
  if (!existsSync(source)) throw nothingToBackUp(dataFolder)
  const box = createSecretBox(readSecretKey(dataFolder, secret, log))
  const secretKey = secret === '' ? readFileSync(join(dataFolder, SECRET_KEY_FILE), 'utf8') : null
  const scratch = await mkdtemp(join(dirname(resolve(file)), '.logyard-backup-'))
  try {
    const copy = join(scratch, SETTINGS_FILE)
    copyDatabase(source, copy)
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
export function checkKeyOfSettings(dataFolder: string, secret: string, log: Log): void {
  const box = createSecretBox(readSecretKey(dataFolder, secret, log))
  using db = new DatabaseSync(join(dataFolder, SETTINGS_FILE), { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  checkSecretKey(db, box)
}

/**
 * Reads in one transaction, which does not block writers. SQLite's own backup API would start over with every commit of
 * another process.
 */
function copyDatabase(from: string, to: string): void {
  using db = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  db.prepare('VACUUM INTO ?').run(to)
}
