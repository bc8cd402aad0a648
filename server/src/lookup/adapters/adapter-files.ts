/** The files that data adapters may read: below the allowed folders, if the settings name any. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { createAllowedPaths } from '../../platform/allowed-paths.ts'

export type AdapterFiles = ReturnType<typeof createAdapterFiles>

const NOT_THERE = 'The file does not exist.'
const UNREADABLE = 'The file cannot be read.'

/** Private folders are those of the server itself, with its keys: an allowed folder can only be below one. */
export function createAdapterFiles(allowedFolders: readonly string[], privateFolders: readonly string[] = []) {
  const paths = createAllowedPaths(allowedFolders, privateFolders)
  /** The path with symbolic links resolved. Throws, with a sentence for users, if the file may not be read. */
  async function resolve(path: string): Promise<string> {
    const found = await paths.resolve(path)
    if (found === undefined) throw new Error(UNREADABLE)
    if (!found.exists) throw new Error(NOT_THERE)
    const facts = await stat(found.path)
    if (!facts.isFile()) throw new Error(UNREADABLE)
    await access(found.path, constants.R_OK).catch(() => {
      throw new Error(UNREADABLE)
    })
    return found.path
  }

  return {
    resolve,
    /** Errors for the `path` of a configuration; none if it can be read. */
    async check(path: string) {
      try {
        await resolve(path)
        return []
      } catch (error) {
        return [error instanceof Error ? error.message : UNREADABLE]
      }
    },
  }
}
