import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dataFolderReadOnly } from './data-folder.ts'
import { LogyardError } from './errors.ts'

/** SQLite's own numbers: https://www.sqlite.org/rescode.html */
const BUSY = 5
const READ_ONLY = 8
const CANNOT_OPEN = 14
const REFUSED: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM', READ_ONLY, CANNOT_OPEN])

const dataFolderInUse = (folder: string, options: ErrorOptions) =>
  new LogyardError('conflict', 'data-folder-in-use', `Another Logyard uses the data folder ${resolve(folder)}`, options)

/**
 * Creates the data folder, accessible to this user only, and locks it against other instances until disposed. The
 * operating system releases the lock with the process, so a killed instance leaves nothing to clean up.
 */
export function lockDataFolder(folder: string): Disposable {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    const lock = lockFile(join(folder, 'lock'))
    return { [Symbol.dispose]: () => lock.close() }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === BUSY) throw dataFolderInUse(folder, { cause: error })
    throw REFUSED.has(reason) ? dataFolderReadOnly(folder, { cause: error }) : error
  }
}

function lockFile(path: string): DatabaseSync {
  const lock = new DatabaseSync(path)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

function reasonOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) return error.errcode
  return 'code' in error ? error.code : undefined
}
