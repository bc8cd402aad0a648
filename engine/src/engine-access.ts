/** What a client needs to speak with the running engine. It is in a file that only the user of the process may read. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type EngineAccess = {
  readonly port: number
  /** The password of each user, by name. */
  readonly passwords: Readonly<Record<string, string>>
}

/** The folder within that of the data below which the owner may write and read backups. */
export const BACKUPS_FOLDER = 'backups'

const FOLDER = 'process-'
const FILE = 'access.json'

/** The folder of a process for its own files. A second process on the data folder must not change those of the first. */
export const processFolder = (data: string, pid: number): string => join(data, `${FOLDER}${pid}`)

/** Makes the folder, and removes those of processes that have ended. */
export function makeProcessFolder(data: string, pid: number): string {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  for (const other of processesOf(data)) {
    if (!isRunning(other)) rmSync(processFolder(data, other), { recursive: true, force: true })
  }
  const folder = processFolder(data, pid)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

export function writeAccess(folder: string, access: EngineAccess): void {
  writeFileSync(join(folder, FILE), JSON.stringify(access), { mode: 0o600 })
}

/** The access to the process, once it listens. */
export const readAccess = (data: string, pid: number): EngineAccess =>
  JSON.parse(readFileSync(join(processFolder(data, pid), FILE), 'utf8'))

/** The access to the process that runs on the folder. */
export const findAccess = (data: string): EngineAccess | undefined => listAccesses(data)[0]

/**
 * The accesses of processes that may run on the folder. One that was killed leaves its folder, and after a restart of the
 * machine another program may have its number.
 */
export function listAccesses(data: string): readonly EngineAccess[] {
  const running = processesOf(data).filter((pid) => isRunning(pid) && existsSync(join(processFolder(data, pid), FILE)))
  return running.map((pid) => readAccess(data, pid))
}

const processesOf = (data: string): readonly number[] =>
  readdirSync(data).flatMap((name) => (name.startsWith(FOLDER) ? [Number(name.slice(FOLDER.length))] : []))

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
