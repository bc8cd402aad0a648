import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileDigest } from './manifest.ts'

export async function digestOfFile(path: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

export const digestOfBytes = (bytes: Uint8Array): FileDigest => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

export const isSameDigest = (one: FileDigest, other: FileDigest): boolean =>
  one.bytes === other.bytes && one.sha256 === other.sha256
