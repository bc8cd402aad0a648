import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LogyardError } from './errors.ts'

const BUSY = 5

const dataFolderInUse = (folder: string, options: ErrorOptions) =>
  new LogyardError('conflict', 'data-folder-in-use', `Another Logyard uses the data folder ${resolve(folder)}`, options)

/**
 * Makes the data folder, for this user alone, and keeps other instances out of it until it is disposed. The lock is
 * one that the operating system takes back with the process, so that a killed instance leaves no trace to clean up.
 */
export function lockDataFolder(folder: string): Disposable {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === BUSY
    throw isBusy ? dataFolderInUse(folder, { cause: error }) : error
  }
  return { [Symbol.dispose]: () => lock.close() }
}
