import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { SECRET_KEY_FILE } from '../platform/settings/secret-key.ts'
import { SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { pack, writeFacts } from './backup-file.ts'

const nothingToBackUp = (folder: string) =>
  new LogyardError('not-found', 'nothing-to-back-up', `${resolve(folder)} holds no settings`)

export interface BackupRequest {
  readonly dataFolder: string
  readonly file: string
  /** Whether LOGYARD_SECRET is in use: then there is no key to put into the backup. */
  readonly hasOwnSecret: boolean
  readonly clock: Clock
}

/** Copies all settings into one file, consistently, whether Logyard runs or not. */
export async function backupSettings({ dataFolder, file, hasOwnSecret, clock }: BackupRequest): Promise<void> {
  const source = join(dataFolder, SETTINGS_FILE)
  if (!existsSync(source)) throw nothingToBackUp(dataFolder)
  const keyPath = join(dataFolder, SECRET_KEY_FILE)
  const secretKey = hasOwnSecret || !existsSync(keyPath) ? null : readFileSync(keyPath, 'utf8')
  const scratch = await mkdtemp(join(dirname(resolve(file)), '.logyard-backup-'))
  try {
    const copy = join(scratch, SETTINGS_FILE)
    using settings = new DatabaseSync(source, { readOnly: true })
    await backup(settings, copy)
    using db = new DatabaseSync(copy)
    db.exec('PRAGMA journal_mode = DELETE')
    writeFacts(db, { createdAt: clock.now().toISOString(), secretKey })
    db.close()
    await pack(copy, file)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
