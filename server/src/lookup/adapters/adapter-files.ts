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

export function createAdapterFiles(allowedFolders: readonly string[]): AdapterFiles {
  async function resolve(path: string): Promise<string> {
    const real = await realpath(path).catch(() => undefined)
    // A path outside of the folders must not tell whether it exists.
    if (allowedFolders.length > 0 && !(await isAllowed(real ?? absolute(path)))) throw new Error(UNREADABLE)
    if (real === undefined) throw new Error(NOT_THERE)
    const facts = await stat(real)
    if (!facts.isFile()) throw new Error(UNREADABLE)
    await access(real, constants.R_OK).catch(() => {
      throw new Error(UNREADABLE)
    })
    return real
  }

  async function isAllowed(path: string): Promise<boolean> {
    const folders = await Promise.all(allowedFolders.map((folder) => realpath(folder).catch(() => folder)))
    return folders.some((folder) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep))
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
