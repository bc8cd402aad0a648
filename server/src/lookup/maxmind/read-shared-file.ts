/** Reads files into memory that all threads share. */
import { open, stat } from 'node:fs/promises'

/** Tells versions of a file apart without reading it. */
export interface FileVersion {
  readonly device: bigint
  readonly inode: bigint
  readonly size: bigint
  readonly modifiedNs: bigint
}

const READ_BYTES = 4 * 2 ** 20

export async function versionOfFile(path: string): Promise<FileVersion> {
  return versionOf(await stat(path, { bigint: true }))
}

const versionOf = (facts: { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint }): FileVersion => ({
  device: facts.dev,
  inode: facts.ino,
  size: facts.size,
  modifiedNs: facts.mtimeNs,
})

export const isSameVersion = (a: FileVersion | undefined, b: FileVersion): boolean =>
  a !== undefined && a.device === b.device && a.inode === b.inode && a.size === b.size && a.modifiedNs === b.modifiedNs

/** Throws, with a sentence, if the file is too large, or changes while it is read. */
export async function readSharedFile(
  path: string,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<{ readonly bytes: SharedArrayBuffer; readonly version: FileVersion }> {
  await using file = await open(path, 'r')
  const version = versionOf(await file.stat({ bigint: true }))
  if (version.size > maxBytes) throw new Error(`The file is larger than ${maxBytes} bytes`)
  const bytes = new SharedArrayBuffer(Number(version.size))
  const target = new Uint8Array(bytes)
  for (let at = 0; at < target.length; ) {
    signal.throwIfAborted()
    const { bytesRead } = await file.read(target, at, Math.min(READ_BYTES, target.length - at), at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  const after = versionOf(await file.stat({ bigint: true }))
  if (!isSameVersion(after, version)) throw new Error('The file changed while it was read')
  return { bytes, version }
}
