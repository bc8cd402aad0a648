import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { open, type RootDatabase } from 'lmdb'
import { LogyardError } from '../errors.ts'
import { findLmdbDamage } from './lmdb-check.ts'

export interface LmdbOptions {
  readonly folder: string
  /** Address space, not disk space: growing it later would block readers and writers for a while. */
  readonly mapBytes: number
  /** The names of all databases that the environment may have. */
  readonly trees: readonly string[]
  /** What error messages call it. */
  readonly content: string
}

const DATA_FILE = 'data.mdb'
const LOCK_FILE = 'lock.mdb'
const OWNER_ONLY = 0o600
/** LMDB's own codes for files that it cannot use: page missing, corrupted, panic, version, invalid. */
const OF_LMDB: ReadonlySet<unknown> = new Set([-30_797, -30_796, -30_795, -30_794, -30_793])

export function lmdbDamaged({ folder, content }: LmdbOptions, problem: string, options?: ErrorOptions): LogyardError {
  const path = resolve(folder)
  return new LogyardError(
    'unavailable',
    'data-file-damaged',
    `The ${content} is damaged: ${join(path, DATA_FILE)} cannot be used, because ${problem}. Nothing was changed. ` +
      `To start with an empty one, set the folder aside and keep it: mv ${quoted(path)} ${quoted(`${path}-damaged`)}`,
    options,
  )
}

const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`

/**
 * Opens an LMDB environment after checking its file: LMDB trusts every number in it, and a wrong one crashes the
 * process without an error. No other process may have it open. Await writes with `lmdbCommit`.
 */
export function openLmdb(options: LmdbOptions): RootDatabase {
  const { folder, mapBytes, trees } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const problem = findLmdbDamage(join(folder, DATA_FILE), trees)
  if (problem !== undefined) throw lmdbDamaged(options, problem)
  // The lock file only says which processes have the file open, which is none; LMDB would map it unchecked, too.
  rmSync(join(folder, LOCK_FILE), { force: true })
  const settings = {
    path: folder,
    maxDbs: trees.length,
    cache: false,
    overlappingSync: false,
    // Event-turn batching creates a promise that no caller can handle: its rejection would end the process.
    eventTurnBatching: false,
    mapSize: mapBytes,
    permissionsMode: OWNER_ONLY,
  }
  try {
    return open(settings)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && OF_LMDB.has(error.code))) throw error
    throw lmdbDamaged(options, error.message, { cause: error })
  }
}
