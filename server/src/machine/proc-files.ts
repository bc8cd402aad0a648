import { readFile } from 'node:fs/promises'

/** A file of Linux's `/proc` or `/sys`; undefined where it does not exist or is not readable. */
export async function readProcFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return undefined
    throw error
  }
}

/** The value of a figure that the system does not provide. */
export const UNKNOWN = -1

export const percent = (part: number, whole: number) => (whole > 0 ? Math.round((part / whole) * 100) : UNKNOWN)
