/** Backs up an installation: all messages, then all settings. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ColdPlace } from '@logyard/engine/cold-storage'
import { NODE_ID_FILE } from '../cluster/node-id.ts'
import { VERSION } from '../machine/version.ts'
import type { Clock } from '../platform/clock.ts'
import { lockDataFolder } from '../platform/data-folder-lock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { PostgresAddress } from '../platform/settings/postgres/postgres-address.ts'
import { SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { finishReplacement } from '../store/rewriting/replace-index.ts'
import { createRewritingEngine } from '../store/rewriting/rewriting-engine.ts'
import { type BackupEngine, openBackupEngine } from './backup-engine.ts'
import { backupUnderWay, diskTooSmall, failureOnDisk, otherUser, targetRefused } from './backup-errors.ts'
import type { BackupPlace } from './backup-place.ts'
import { backupSettings, checkKeyOfSettings, nothingToBackUp } from './backup-settings.ts'
import { hasColdClosed, isIndicesChanged } from './closed-indices.ts'
import { createStatementRunner, type StatementRunner, stopForsaken } from './engine-statements.ts'
import { digestOfFile } from './file-digest.ts'
import { chainOf, MAX_INCREMENTS, type Manifest, nextName, readManifest, SETTINGS_OF_BACKUP } from './manifest.ts'
import { bytesStoredSince, MOUNT, writeMessages } from './messages-backup.ts'

/** Indices are closed or reopened for a moment, after which the messages are written again. */
const ATTEMPTS = 3

export interface BackUpRequest {
  readonly dataFolder: string
  /** Where the settings are, if they are not in the data folder. */
  readonly postgres?: PostgresAddress | undefined
  readonly place: BackupPlace
  /** Builds on no earlier backup. */
  readonly isFull: boolean
  /** LOGYARD_SECRET. */
  readonly secret: string
  readonly clock: Clock
  readonly log: Log
  readonly signal: AbortSignal
  /** Where old messages of the data folder are. */
  readonly cold?: ColdPlace | undefined
}

export interface BackedUp {
  readonly manifest: Omit<Manifest, 'format'>
  /** The incomplete backups that were removed. */
  readonly removed: readonly string[]
  /** Whether closed indices in cold storage are not in it. */
  readonly isWithoutClosed: boolean
}

export async function backUp(request: BackUpRequest): Promise<BackedUp> {
  const { dataFolder, postgres, place, secret, clock, log, signal } = request
  const known = join(dataFolder, postgres === undefined ? SETTINGS_FILE : NODE_ID_FILE)
  if (!existsSync(known)) throw nothingToBackUp(dataFolder)
  await requireSameUser(dataFolder, known)
  await checkKeyOfSettings({ dataFolder, postgres, secret, clock, log })
  await place.prepare()
  await using engine = await openBackupEngine(dataFolder, { clock, log, signal, cold: request.cold })
  using _lock = lockBackups(engine)
  const disk = place.isLocal ? place.title : resolve(dataFolder)
  const runner = createStatementRunner(engine.client, { folder: disk, signal })
  await stopForsaken(runner)
  if (engine.isOwn) {
    // The server was stopped while an index was being replaced, and nobody else goes on.
    const statements = createRewritingEngine({ patientClient: engine.client })
    await finishReplacement({ engine: statements, client: engine.client, clock, log }, signal)
  }
  const mount = join(engine.backupsFolder, MOUNT)
  await place.mount(mount)
  try {
    const { complete, removed } = await tidy(place, await readNodeId(dataFolder))
    const chain = request.isFull ? [] : newestChain(complete)
    const base = chain[0]
    const all = await place.list()
    const name = nextName(all, clock.now(), base === undefined)
    await place.fetchContents(chain)
    await requireSpace(runner, mount, disk, base)
    const folder = join(mount, name)
    const createdAt = clock.now().toISOString()
    const messages = await writeInAttempts(runner, { name, base: base?.name ?? null, folder, clock })
    // After the messages: they may name an index or a stream that is newer than the settings otherwise.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, SETTINGS_OF_BACKUP)
    await backupSettings({ dataFolder, postgres, file, secret, clock, log })
    signal.throwIfAborted()
    const settings = await digestOfFile(file)
    const nodeId = await readNodeId(dataFolder)
    const manifest = { name, createdAt, version: VERSION, base: base?.name ?? null, nodeId, settings, messages }
    await place.complete(manifest)
    return { manifest, removed, isWithoutClosed: await hasColdClosed(runner) }
  } catch (error) {
    throw failureOnDisk(disk, error)
  } finally {
    await rm(mount, { recursive: true, force: true })
  }
}

/** An engine of this command would leave files that the server may not read. */
export async function requireSameUser(dataFolder: string, file: string): Promise<void> {
  const { uid } = await stat(file)
  if (process.getuid !== undefined && process.getuid() !== uid) throw otherUser(resolve(dataFolder), uid)
}

async function readNodeId(dataFolder: string): Promise<string | null> {
  const path = join(dataFolder, NODE_ID_FILE)
  return existsSync(path) ? (await readFile(path, 'utf8')).trim() : null
}

export function lockBackups({ backupsFolder }: Pick<BackupEngine, 'backupsFolder'>): Disposable {
  try {
    return lockDataFolder(backupsFolder)
  } catch (error) {
    if (error instanceof LogyardError && error.code === 'data-folder-in-use') throw backupUnderWay({ cause: error })
    throw error
  }
}

/**
 * Removes incomplete backups. One with a damaged manifest stays, and no other builds on it. A target of another
 * installation is refused: what is incomplete there may be a backup that is running.
 */
async function tidy(place: BackupPlace, nodeId: string | null) {
  const complete = new Map<string, Manifest>()
  const removed: string[] = []
  for (const name of await place.list()) {
    const text = await place.manifestOf(name)
    if (text === undefined) {
      removed.push(name)
      continue
    }
    try {
      complete.set(name, readManifest(name, text))
    } catch (error) {
      if (!(error instanceof LogyardError)) throw error
    }
  }
  const isForeign = [...complete.values()].some((one) => one.nodeId !== null && one.nodeId !== nodeId)
  if (isForeign) throw targetRefused(place.title, 'it has backups of another installation')
  for (const name of removed) await place.remove(name)
  return { complete, removed }
}

/** The newest backup with those that it builds on; none if the next backup has to be a full one. */
function newestChain(complete: ReadonlyMap<string, Manifest>): readonly Manifest[] {
  const newest = [...complete.keys()].sort().at(-1)
  if (newest === undefined) return []
  try {
    const chain = chainOf(newest, complete)
    return chain.length > MAX_INCREMENTS ? [] : chain
  } catch (error) {
    if (error instanceof LogyardError) return []
    throw error
  }
}

async function requireSpace(
  engine: StatementRunner,
  mount: string,
  disk: string,
  base: Manifest | undefined,
): Promise<void> {
  const needed = await bytesStoredSince(engine, base === undefined ? 0 : Date.parse(base.createdAt))
  const { bavail, bsize } = await statfs(mount)
  if (bavail * bsize < needed)
    throw diskTooSmall(disk, `the backup needs about ${megabytes(needed)}, and ${megabytes(bavail * bsize)} are free`)
}

export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`

async function writeInAttempts(engine: StatementRunner, options: Parameters<typeof writeMessages>[1]) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeMessages(engine, options, attempt)
    } catch (error) {
      if (attempt === ATTEMPTS || !isIndicesChanged(error)) throw error
    }
  }
}
