import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_FOLDERS } from '../server/src/testing/data-folder.ts'

const MEMORY = '/dev/shm'
/** Tests store up to one gigabyte at a time. */
const NEEDED_BYTES = 4 * 2 ** 30
const NAME = /^logyard-tests-(\d+)$/

/**
 * Gives tests data folders in memory, where a sync of a file is free. A server that is killed finds there what it had
 * written, as on a disk. Where the machine has less memory, they are on its disk. A folder that is set stays.
 */
export default function useMemory(): (() => void) | undefined {
  if (process.env[DATA_FOLDERS] !== undefined || !hasRoom()) return undefined
  removeAbandoned()
  const folder = join(MEMORY, `logyard-tests-${process.pid}`)
  mkdirSync(folder)
  process.env[DATA_FOLDERS] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= NEEDED_BYTES
}

/** Folders of killed runs. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}
