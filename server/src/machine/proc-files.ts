import { readFile } from 'node:fs/promises'

/** A file of Linux's `/proc` or `/sys`; undefined on systems that have none, or where it may not be read. */
export async function readProcFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return undefined
    throw error
  }
}

/** What nobody can tell. */
export const UNKNOWN = -1

export const percent = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 100) : UNKNOWN)
