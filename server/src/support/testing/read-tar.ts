import { gunzipSync } from 'node:zlib'

const BLOCK = 512

/** The texts of the files in a `.tar.gz`, by name without the folder. */
export function readTar(bytes: Uint8Array): ReadonlyMap<string, string> {
  const archive = gunzipSync(bytes)
  const files = new Map<string, string>()
  for (let at = 0; archive[at] !== 0; ) {
    const field = (from: number, to: number) => archive.toString('utf8', at + from, at + to).replace(/\0.*$/s, '')
    const size = Number.parseInt(field(124, 136), 8)
    files.set(field(0, 100).replace(/^[^/]*\//, ''), archive.toString('utf8', at + BLOCK, at + BLOCK + size))
    at += BLOCK * (1 + Math.ceil(size / BLOCK))
  }
  return files
}
