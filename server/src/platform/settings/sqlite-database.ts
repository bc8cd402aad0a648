import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { LogyardError } from '../errors.ts'

/** A backup or a sqlite3 shell may lock the file for a moment. */
const BUSY_TIMEOUT_MS = 5_000

/** SQLite's own numbers: https://www.sqlite.org/rescode.html */
export const SQLITE = {
  ioError: 10,
  corrupt: 11,
  full: 13,
  notADatabase: 26,
  primaryKeyTaken: 1555,
  uniqueTaken: 2067,
} as const

export function isSqliteError(error: unknown, ...codes: readonly number[]): boolean {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' && codes.includes(code)
}

const settingsDamaged = (path: string, options: ErrorOptions) =>
  new LogyardError(
    'unavailable',
    'settings-damaged',
    `${path} is damaged or no settings file: restore it from a backup`,
    options,
  )

/** Opens or creates the file so that each commit is synced to the disk. Only its owner may read it. */
export function openSqliteDatabase(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', 0o600))
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF')
    return db
  } catch (error) {
    db.close()
    if (isSqliteError(error, SQLITE.corrupt, SQLITE.notADatabase)) throw settingsDamaged(path, { cause: error })
    throw error
  }
}

const settingsNotWritten = (options: ErrorOptions) =>
  new LogyardError(
    'unavailable',
    'settings-not-written',
    'The disk of the data folder is full or read-only, and nothing was changed. Free some space and try again.',
    options,
  )

/** The low byte of the code is the kind of failure, the other bytes are details. */
const isDiskRefusal = (error: unknown) =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  [SQLITE.full, SQLITE.ioError].some((code) => code === (Number(error.errcode) & 0xff))

/** Applies everything that `work` writes, or nothing. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  try {
    db.exec('BEGIN IMMEDIATE')
    const answer = work()
    db.exec('COMMIT')
    return answer
  } catch (error) {
    // On a full disk SQLite has rolled back already.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw isDiskRefusal(error) ? settingsNotWritten({ cause: error }) : error
  }
}
