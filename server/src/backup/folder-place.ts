import { mkdir, open, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { folderTaken, targetRefused } from './backup-errors.ts'
import type { BackupPlace } from './backup-place.ts'
import { isBackupName, MANIFEST_FILE, type Manifest, writtenManifest } from './manifest.ts'

/** Backups in a folder of this machine, which the engine writes and reads itself. */
/** A new disk has this folder. */
const OF_FILE_SYSTEM = 'lost+found'

export function createFolderPlace(path: string): BackupPlace {
  const folder = resolve(path)
  const list = async () => (await entriesOf(folder)).filter(isBackupName).sort()
  return {
    title: path,
    isLocal: true,
    async prepare() {
      await makeFolder(folder, path)
      const entries = await entriesOf(folder)
      const others = entries.filter((name) => name !== OF_FILE_SYSTEM)
      if (others.length > 0 && !others.some(isBackupName)) throw folderTaken(path)
    },
    list,
    async manifestOf(name) {
      try {
        return await readFile(join(folder, name, MANIFEST_FILE), 'utf8')
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async mount(at) {
      await rm(at, { recursive: true, force: true })
      await symlink(folder, at)
    },
    fetchContents: async () => undefined,
    fetch: async () => undefined,
    async complete(facts) {
      const own = join(folder, facts.name)
      await syncAll(own)
      await writeManifest(own, facts)
      await syncPath(folder)
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    bytesToFetch: () => 0,
  }
}

/** Without the folders above it: a disk that is not mounted must not be replaced by a folder. */
async function makeFolder(folder: string, path: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'ENOENT') throw targetRefused(path, 'the folder above it does not exist', { cause: error })
    if (error.code !== 'EEXIST') throw targetRefused(path, `it cannot be created (${error.code})`, { cause: error })
  }
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function writeManifest(folder: string, facts: Omit<Manifest, 'format'>): Promise<void> {
  const temporary = join(folder, `${MANIFEST_FILE}.new`)
  await writeFile(temporary, writtenManifest(facts), { mode: 0o600, flush: true })
  await rename(temporary, join(folder, MANIFEST_FILE))
  await syncPath(folder)
}

/** Syncs all files to disk, so that no complete backup has empty ones after a power failure. */
async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) await syncPath(join(folder, entry))
  await syncPath(folder)
}

async function syncPath(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

export async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
