import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockDataFolder } from '../platform/data-folder-lock.ts'
import { LogyardError } from '../platform/errors.ts'
import { SECRET_KEY_FILE } from '../platform/settings/secret-key.ts'
import { SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { type BackupFacts, takeFacts, unpack } from './backup-file.ts'

const settingsInTheWay = (folder: string) =>
  new LogyardError(
    'conflict',
    'settings-in-the-way',
    `${resolve(folder)} has settings already: name an empty data folder, or add --force to replace them`,
  )

export interface RestoreRequest {
  readonly dataFolder: string
  readonly file: string
  /** Replaces settings that are there. */
  readonly force: boolean
}

/** Brings a backup back into a data folder that no Logyard uses; nothing is touched before the file was checked. */
export async function restoreSettings({ dataFolder, file, force }: RestoreRequest): Promise<BackupFacts> {
  using _lock = lockDataFolder(dataFolder)
  const target = join(dataFolder, SETTINGS_FILE)
  if (existsSync(target) && !force) throw settingsInTheWay(dataFolder)
  const scratch = await mkdtemp(join(dataFolder, '.restore-'))
  try {
    const copy = join(scratch, SETTINGS_FILE)
    await unpack(file, copy)
    const db = new DatabaseSync(copy)
    const facts = takeFacts(db, file)
    db.close()
    if (facts.secretKey !== null)
      await writeFile(join(scratch, SECRET_KEY_FILE), facts.secretKey, { mode: 0o600, flush: true })
    for (const left of ['-wal', '-shm']) await rm(target + left, { force: true })
    if (facts.secretKey !== null) await rename(join(scratch, SECRET_KEY_FILE), join(dataFolder, SECRET_KEY_FILE))
    await rename(copy, target)
    return facts
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
