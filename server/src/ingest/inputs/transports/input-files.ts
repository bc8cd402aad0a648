/** Reads the files that configurations of inputs name: certificates, keys, definitions. Errors never quote a file. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createAllowedPaths } from '../../../platform/allowed-paths.ts'
import { InputFailure, type InputFiles } from './transport.ts'

export const MAX_INPUT_FILE_BYTES = 1024 * 1024
const MAX_FILES = 1000

/** Any folder is allowed if there are none. */
export function createInputFiles(allowedFolders: readonly string[]): InputFiles {
  const paths = createAllowedPaths(allowedFolders)

  async function resolve(path: string, what: string) {
    const found = await paths.resolve(path)
    if (found !== undefined) return found
    throw new InputFailure(`${what} ${path} cannot be read: the folder is not one that inputs may read`)
  }

  /** The reason of a failure, as a sentence. */
  async function reading<T>(path: string, what: string, read: (path: string) => Promise<T>): Promise<T> {
    const { path: real } = await resolve(path, what)
    try {
      return await read(real)
    } catch (error) {
      if (error instanceof InputFailure) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new InputFailure(`${what} ${path} cannot be read: ${reason}`, { cause: error })
    }
  }

  return {
    read: (path, what) =>
      reading(path, what, async (real) => {
        const stats = await stat(real)
        if (!stats.isFile()) throw new InputFailure(`${what} ${path} is not a file`)
        if (stats.size > MAX_INPUT_FILE_BYTES) {
          throw new InputFailure(`${what} ${path} is longer than ${MAX_INPUT_FILE_BYTES} bytes`)
        }
        return readFile(real)
      }),
    list: (path, what) =>
      reading(path, what, async (real) => {
        if (!(await stat(real)).isDirectory()) return [path]
        const names = (await readdir(real)).sort().slice(0, MAX_FILES)
        return names.map((name) => join(path, name))
      }),
    exists: async (path, what) => (await resolve(path, what)).exists,
  }
}
