/** The files that data adapters may read: below the allowed folders, if the settings name any. */
import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { resolve as absolute, sep } from 'node:path'

export interface AdapterFiles {
  /** The path with symbolic links resolved. Throws, with a sentence for users, if the file may not be read. */
  resolve(path: string): Promise<string>
  /** Errors for the `path` of a configuration; none if it can be read. */
  check(path: string): Promise<readonly string[]>
}

const NOT_THERE = 'The file does not exist.'
const UNREADABLE = 'The file cannot be read.'

/** Files of processes and devices, with the environment of the server among them. */
const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev']

/** Private folders are those of the server itself, with its keys: an allowed folder can only be below one. */
export function createAdapterFiles(
  allowedFolders: readonly string[],
  privateFolders: readonly string[] = [],
): AdapterFiles {
  async function resolve(path: string): Promise<string> {
    const real = await realpath(path).catch(() => undefined)
    // A path outside of the folders must not tell whether it exists.
    if (!(await isAllowed(real ?? absolute(path)))) throw new Error(UNREADABLE)
    if (real === undefined) throw new Error(NOT_THERE)
    const facts = await stat(real)
    if (!facts.isFile()) throw new Error(UNREADABLE)
    await access(real, constants.R_OK).catch(() => {
      throw new Error(UNREADABLE)
    })
    return real
  }

  async function isAllowed(path: string): Promise<boolean> {
    const allowed = (await realPaths(allowedFolders)).filter((folder) => isBelow(path, folder))
    if (allowedFolders.length > 0 && allowed.length === 0) return false
    const secret = (await realPaths([...privateFolders, ...SYSTEM_FOLDERS])).filter((folder) => isBelow(path, folder))
    return secret.every((folder) => allowed.some((inner) => isBelow(inner, folder)))
  }

  return {
    resolve,
    async check(path) {
      try {
        await resolve(path)
        return []
      } catch (error) {
        return [error instanceof Error ? error.message : UNREADABLE]
      }
    },
  }
}

const realPaths = (folders: readonly string[]): Promise<readonly string[]> =>
  Promise.all(folders.map((folder) => realpath(folder).catch(() => absolute(folder))))

const isBelow = (path: string, folder: string) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
