/** The data folder as a whole: whether it can be used, and that only its owner can read it. */
import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LogyardError } from './errors.ts'
import type { Log } from './log.ts'

const OTHERS = 0o077
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

export const dataFolderReadOnly = (folder: string, options: ErrorOptions) =>
  new LogyardError(
    'unavailable',
    'data-folder-read-only',
    `The data folder ${resolve(folder)} cannot be written: let the user that runs Logyard own and write it, ` +
      'or name another folder with LOGYARD_DATA',
    options,
  )

const settingsMissing = (folder: string, settingsFile: string, holding: readonly string[]) =>
  new LogyardError(
    'unavailable',
    'settings-missing',
    `${folder} holds messages (${holding.join(', ')}) but no ${settingsFile}: bring the file back, or restore a backup ` +
      `with the command restore FILE. To start without them, set the folder aside: mv ${folder} ${folder}-old`,
  )

/** The file that a restore leaves in a data folder until it is complete. */
export const RESTORE_MARK = 'restore-unfinished'

const restoreUnfinished = (folder: string) =>
  new LogyardError(
    'unavailable',
    'restore-unfinished',
    `A restore into ${folder} was interrupted: repeat it with the command restore. To start without it, set the folder ` +
      `aside: mv ${folder} ${folder}-old`,
  )

/** Streams, users and indices are in the settings: without them stored messages belong to no stream or index. */
export function requireSettings(dataFolder: string, settingsFile: string): void {
  if (existsSync(join(dataFolder, RESTORE_MARK))) throw restoreUnfinished(resolve(dataFolder))
  if (existsSync(join(dataFolder, settingsFile))) return
  const holding = foldersWithMessages(dataFolder)
  if (holding.length > 0) throw settingsMissing(resolve(dataFolder), settingsFile, holding)
}

const settingsTwice = (folder: string, settingsFile: string) =>
  new LogyardError(
    'conflict',
    'settings-twice',
    `${folder} has ${settingsFile}, but LOGYARD_POSTGRES_URL is set: move the settings with the command settings move --to postgresql, ` +
      'or set the file aside',
  )

/** Settings of a file would be forgotten without a word when the server uses a database. */
export function requireNoSettings(dataFolder: string, settingsFile: string): void {
  if (existsSync(join(dataFolder, RESTORE_MARK))) throw restoreUnfinished(resolve(dataFolder))
  if (existsSync(join(dataFolder, settingsFile))) throw settingsTwice(resolve(dataFolder), settingsFile)
}

export const foldersWithMessages = (dataFolder: string): readonly string[] =>
  ['engine', 'journal'].filter((name) => holdsFiles(join(dataFolder, name)))

const holdsFiles = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0

/**
 * Removes the access rights of other users, also from files of older versions. Folders named in `except` are closed,
 * but not searched.
 */
export function closeToOthers(folder: string, except: readonly string[], log: Log): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    try {
      const facts = lstatSync(path)
      if (facts.isSymbolicLink()) continue
      const isFolder = facts.isDirectory()
      if ((facts.mode & OTHERS) !== 0) chmodSync(path, isFolder ? FOLDER_MODE : FILE_MODE)
      if (isFolder && !except.includes(name)) closeToOthers(path, [], log)
    } catch (error) {
      log.warn({ path, err: error }, 'others may be able to read a file of the data folder')
    }
  }
}
