import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file that only its owner can read, whole or not at all. */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}`
  try {
    rmSync(next, { force: true })
    writeFileSync(next, text, { mode: 0o600, flag: 'wx' })
    chmodSync(next, 0o600)
    renameSync(next, path)
  } finally {
    rmSync(next, { force: true })
  }
}
