import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const BLOCK_BYTES = 512

/** The bytes of all files in a folder that may change meanwhile; the holes of sparse files do not count. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifGone<readonly Dirent[]>([]))
  const sizes = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? folderSize(path) : entry.isFile() ? fileSize(path) : 0
    }),
  )
  return sizes.reduce((sum, each) => sum + each, 0)
}

async function fileSize(path: string): Promise<number> {
  const { size, blocks } = await stat(path).catch(ifGone({ size: 0, blocks: 0 }))
  return Math.min(size, blocks * BLOCK_BYTES)
}

const ifGone =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code !== 'ENOENT') throw error
    return value
  }
