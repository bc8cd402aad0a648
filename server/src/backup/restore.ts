/**
 * Restores an installation into an empty data folder. Everything is restored and checked in a folder of its own and then
 * moved into place. Until the end a mark keeps the server from starting.
 */
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { NODE_ID_FILE } from '../cluster/node-id.ts'
import type { Clock } from '../platform/clock.ts'
import { foldersWithMessages, RESTORE_MARK } from '../platform/data-folder.ts'
import { lockDataFolder } from '../platform/data-folder-lock.ts'
import type { Log } from '../platform/log.ts'
import { requireEmpty as requireEmptyDatabase, withPostgres } from '../platform/settings/postgres/copy-settings.ts'
import type { PostgresAddress } from '../platform/settings/postgres/postgres-address.ts'
import { SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { megabytes } from './back-up.ts'
import { ENGINE_FOLDER, startEngine, untilNoEngine } from './backup-engine.ts'
import { backupDamaged, backupNotFound, dataFolderNotEmpty, diskTooSmall, failureOnDisk } from './backup-errors.ts'
import type { BackupPlace } from './backup-place.ts'
import { createStatementRunner } from './engine-statements.ts'
import { digestOfFile, isSameDigest } from './file-digest.ts'
import { CONTENTS_FILE, chainOf, type Manifest, readManifest, SETTINGS_OF_BACKUP } from './manifest.ts'
import { MOUNT } from './messages-backup.ts'
import { restoreMessages } from './messages-restore.ts'
import { placeInPostgres, placeSettings, unpackSettings } from './restore-settings.ts'

/** Everything is restored here first. */
const SCRATCH = 'restoring'
/** Settings are compressed about tenfold. */
const SETTINGS_GROWTH = 12

export interface RestoreRequest {
  readonly dataFolder: string
  /** Where the settings will be, if not in the data folder. */
  readonly postgres?: PostgresAddress | undefined
  readonly place: BackupPlace
  /** The newest complete one by default. */
  readonly backup: string | undefined
  /** LOGYARD_SECRET, with which Logyard will open the restored settings. */
  readonly secret: string
  readonly clock: Clock
  readonly log: Log
  readonly signal: AbortSignal
}

export async function restore(request: RestoreRequest): Promise<Manifest> {
  const { dataFolder, place, postgres, clock, log, secret } = request
  const chain = await chooseBackup(place, request.backup)
  const [manifest] = chain
  if (manifest === undefined) throw backupNotFound(place.title, request.backup, [])
  using _lock = lockDataFolder(dataFolder)
  requireEmpty(dataFolder)
  // Settings of an interrupted restore may be replaced.
  const replace = existsSync(join(dataFolder, RESTORE_MARK))
  if (postgres !== undefined && !replace) {
    await withPostgres({ address: postgres, clock, log }, 'alone', (run, { address }) =>
      requireEmptyDatabase(run, address),
    )
  }
  await untilNoEngine(join(dataFolder, SCRATCH), request)
  await clean(dataFolder)
  await requireSpace(dataFolder, place, chain)
  const mark = join(dataFolder, RESTORE_MARK)
  await writeFile(mark, `${place.title} ${manifest.name}\n`, { mode: 0o600, flush: true })
  let isMoving = false
  try {
    const scratch = join(resolve(dataFolder), SCRATCH)
    await mkdir(scratch, { mode: 0o700 })
    await restoreInto(scratch, chain, manifest, request)
    isMoving = true
    await rename(join(scratch, ENGINE_FOLDER), join(dataFolder, ENGINE_FOLDER))
    if (manifest.nodeId !== null) await rename(join(scratch, NODE_ID_FILE), join(dataFolder, NODE_ID_FILE))
    if (postgres === undefined) await placeSettings(scratch, dataFolder)
    else await placeInPostgres(scratch, dataFolder, { address: postgres, clock, log, secret, replace })
    await syncFolder(dataFolder)
    await rm(scratch, { recursive: true, force: true })
    await rm(mark)
  } catch (error) {
    if (!isMoving) await clean(dataFolder)
    throw failureOnDisk(resolve(dataFolder), error)
  }
  return manifest
}

/** The backup with those that it builds on. */
async function chooseBackup(place: BackupPlace, wanted: string | undefined): Promise<readonly Manifest[]> {
  const texts = new Map<string, string>()
  for (const name of await place.list()) {
    const text = await place.manifestOf(name)
    if (text !== undefined) texts.set(name, text)
  }
  const names = [...texts.keys()]
  const chosen = wanted ?? names.at(-1)
  if (chosen === undefined || !texts.has(chosen)) throw backupNotFound(place.title, wanted, names)
  const complete = new Map<string, Manifest>()
  // Only what the backup builds on must be readable.
  for (let next: string | null = chosen; next !== null && !complete.has(next); ) {
    const text = texts.get(next)
    if (text === undefined) break
    const manifest: Manifest = readManifest(next, text)
    complete.set(next, manifest)
    next = manifest.base
  }
  return chainOf(chosen, complete)
}

function requireEmpty(dataFolder: string): void {
  // What a restore that was interrupted has moved there may be replaced.
  if (existsSync(join(dataFolder, RESTORE_MARK))) return
  const settings = existsSync(join(dataFolder, SETTINGS_FILE)) ? [SETTINGS_FILE] : []
  const holding = [...settings, ...foldersWithMessages(dataFolder)]
  if (holding.length > 0) throw dataFolderNotEmpty(resolve(dataFolder), holding)
}

/** Removes what an interrupted restore has left, the mark last. */
async function clean(dataFolder: string): Promise<void> {
  const mark = join(dataFolder, RESTORE_MARK)
  if (!existsSync(mark)) return
  for (const name of [SCRATCH, ENGINE_FOLDER, ...['', '-wal', '-shm'].map((end) => SETTINGS_FILE + end)])
    await rm(join(dataFolder, name), { recursive: true, force: true })
  await rm(mark)
}

async function requireSpace(dataFolder: string, place: BackupPlace, chain: readonly Manifest[]): Promise<void> {
  const [manifest] = chain
  if (manifest === undefined) return
  const needed = manifest.messages.totalBytes + manifest.settings.bytes * SETTINGS_GROWTH + place.bytesToFetch(chain)
  const { bavail, bsize } = await statfs(dataFolder)
  if (bavail * bsize < needed)
    throw diskTooSmall(
      resolve(dataFolder),
      `the restore needs about ${megabytes(needed)}, and ${megabytes(bavail * bsize)} are free`,
    )
}

async function restoreInto(
  scratch: string,
  chain: readonly Manifest[],
  manifest: Manifest,
  { place, secret, clock, log, signal }: RestoreRequest,
): Promise<void> {
  await using engine = await startEngine(scratch, { clock, log, signal })
  await mkdir(engine.backupsFolder, { recursive: true, mode: 0o700 })
  const mount = join(engine.backupsFolder, MOUNT)
  await place.mount(mount)
  await place.fetch(chain)
  for (const { name, messages } of chain) await requireFile(name, join(mount, name, CONTENTS_FILE), messages.contents)
  const file = join(mount, manifest.name, SETTINGS_OF_BACKUP)
  await requireFile(manifest.name, file, manifest.settings)
  // Before the messages, which may take hours: they may be of a newer version or need another secret.
  await unpackSettings({ file, folder: scratch, secret, clock })
  const nodeIdFile = join(scratch, NODE_ID_FILE)
  if (manifest.nodeId !== null) await writeFile(nodeIdFile, `${manifest.nodeId}\n`, { mode: 0o600, flush: true })
  await restoreMessages(createStatementRunner(engine.client, { folder: scratch, signal }), manifest)
  await rm(engine.backupsFolder, { recursive: true, force: true })
}

async function requireFile(name: string, path: string, expected: Manifest['settings']): Promise<void> {
  try {
    if (isSameDigest(await digestOfFile(path), expected)) return
  } catch (error) {
    throw backupDamaged(name, `${path} cannot be read`, { cause: error })
  }
  throw backupDamaged(name, `${path} was changed`)
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}
