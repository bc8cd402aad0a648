/** Which of the files that users name may be read: those below the allowed folders, if the settings name any. */
import { realpath } from 'node:fs/promises'
import { resolve as absolute, sep } from 'node:path'

/** Files of processes and devices, with the environment of the server among them. */
const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev']

/** An allowed folder can be below a private folder, which does not make the rest of that one readable. */
export function createAllowedPaths(allowedFolders: readonly string[], privateFolders: readonly string[] = []) {
  async function isAllowed(path: string): Promise<boolean> {
    const allowed = (await realPaths(allowedFolders)).filter((folder) => isWithin(path, folder))
    if (allowedFolders.length > 0 && allowed.length === 0) return false
    const secret = (await realPaths([...privateFolders, ...SYSTEM_FOLDERS])).filter((folder) => isWithin(path, folder))
    return secret.every((folder) => allowed.some((inner) => isBelow(inner, folder)))
  }
  return {
    /**
     * The path with symbolic links resolved, and whether it exists. Undefined if it may not be read: then nothing may
     * tell whether it exists.
     */
    async resolve(path: string) {
      const real = await realpath(path).catch(() => undefined)
      const resolved = real ?? absolute(path)
      return (await isAllowed(resolved)) ? { path: resolved, exists: real !== undefined } : undefined
    },
  }
}

const realPaths = (folders: readonly string[]): Promise<readonly string[]> =>
  Promise.all(folders.map((folder) => realpath(folder).catch(() => absolute(folder))))

const isBelow = (path: string, folder: string) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
/** Inputs also name folders. */
const isWithin = (path: string, folder: string) => path === folder || isBelow(path, folder)
