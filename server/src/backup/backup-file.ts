/**
 * A backup is one gzipped SQLite file: the settings, and a table `backup` with facts about the backup. Unless
 * LOGYARD_SECRET was set, that table also has the secret key, because the encrypted secrets are lost without it.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { LogyardError } from '../platform/errors.ts'

const FORMAT = 'logyard-settings-1'

export const notABackup = (file: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('invalid', 'not-a-backup', `${file} cannot be restored: ${reason}`, options)

export interface BackupFacts {
  readonly createdAt: string
  /** Text of secret.key; absent when LOGYARD_SECRET was in use. */
  readonly secretKey: string | null
}

export function writeFacts(db: DatabaseSync, { createdAt, secretKey }: BackupFacts): void {
  db.exec('CREATE TABLE backup (format TEXT NOT NULL, created_at TEXT NOT NULL, secret_key TEXT) STRICT')
  db.prepare('INSERT INTO backup VALUES (?, ?, ?)').run(FORMAT, createdAt, secretKey)
}

/** Reads the facts, removes their table from `db`, and checks the whole file. */
export function takeFacts(db: DatabaseSync, file: string): BackupFacts {
  try {
    const check = db.prepare('PRAGMA integrity_check').get()?.['integrity_check']
    if (check !== 'ok') throw notABackup(file, `it is damaged (${check})`)
    const row = db.prepare('SELECT format, created_at, secret_key FROM backup').get()
    if (row?.['format'] !== FORMAT) throw notABackup(file, `its format is ${row?.['format']}, not ${FORMAT}`)
    const secretKey = row['secret_key']
    // Without the pragma the key would stay readable in the freed pages of the table.
    db.exec('PRAGMA secure_delete = ON; DROP TABLE backup')
    return { createdAt: String(row['created_at']), secretKey: typeof secretKey === 'string' ? secretKey : null }
  } catch (error) {
    if (error instanceof LogyardError) throw error
    throw notABackup(file, 'it is not a backup of Logyard', { cause: error })
  }
}

export async function pack(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createGzip(), createWriteStream(to, { mode: 0o600, flush: true }))
}

export async function unpack(from: string, to: string): Promise<void> {
  try {
    await pipeline(createReadStream(from), createGunzip(), createWriteStream(to, { mode: 0o600, flush: true }))
  } catch (error) {
    throw notABackup(from, error instanceof Error ? error.message : String(error), { cause: error })
  }
}
