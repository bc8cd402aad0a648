import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface RotatingFileLimits {
  readonly fileBytes: number
  /** The current file included. */
  readonly files: number
}

export const LOG_FILE_LIMITS: RotatingFileLimits = { fileBytes: 10 * 1024 * 1024, files: 5 }

/**
 * Appends lines to a file, which is opened at the first line. A full file is renamed to `path.1`, and the oldest one is
 * replaced. Lines that cannot be written, as on a full disk, are dropped.
 */
export function createRotatingFile(
  path: string,
  { fileBytes, files }: RotatingFileLimits,
): { write(line: string): void } {
  let file: number | undefined
  let sizeBytes = 0

  function open(): number {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const opened = openSync(path, 'a', 0o600)
    sizeBytes = fstatSync(opened).size
    return opened
  }

  function rotate(opened: number): void {
    closeSync(opened)
    file = undefined
    for (let number = files - 1; number > 0; number -= 1) {
      const from = number === 1 ? path : `${path}.${number - 1}`
      try {
        renameSync(from, `${path}.${number}`)
      } catch {
        // There are fewer files than the limit.
      }
    }
  }

  return {
    write(line) {
      try {
        const bytes = Buffer.from(line)
        file ??= open()
        if (sizeBytes > 0 && sizeBytes + bytes.length > fileBytes) {
          rotate(file)
          file = open()
        }
        sizeBytes += writeSync(file, bytes)
      } catch {
        // The log has no other place, and a full disk is reported by notifications.
      }
    },
  }
}
