import { renameSync, rmSync } from 'node:fs'

/**
 * Replaces a folder by another one. A reader finds a whole folder there or, for a moment, none;
 * of several that do so at once the last one stays. Both stand on one file system.
 */
export function swapFolder(made: string, place: string): void {
  const before = `${made}-before`
  for (let isIn = false; !isIn; ) {
    renamed(place, before, ['ENOENT'])
    isIn = renamed(made, place, ['ENOTEMPTY', 'EEXIST'])
    rmSync(before, { recursive: true, force: true })
  }
}

/** False when it failed for one of the reasons that somebody else brings about. */
function renamed(from: string, to: string, expected: readonly string[]): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && expected.includes(String(error.code))) return false
    throw error
  }
}
