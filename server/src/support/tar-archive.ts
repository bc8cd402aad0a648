/** Writes files as a tar archive in the POSIX format `ustar`. */
export interface ArchiveFile {
  /** A path with slashes and without a leading one, of at most 100 bytes. */
  readonly name: string
  readonly bytes: Uint8Array
}

const BLOCK = 512
const MS_PER_SECOND = 1000

export function tarArchive(files: readonly ArchiveFile[], at: Date): Buffer {
  const seconds = Math.floor(at.getTime() / MS_PER_SECOND)
  const blocks = files.flatMap(({ name, bytes }) => [
    header(name, bytes.length, seconds),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ])
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}

const FIELDS = {
  name: 0,
  mode: 100,
  owner: 108,
  group: 116,
  size: 124,
  time: 136,
  checksum: 148,
  type: 156,
  magic: 257,
}
const CHECKSUM_BYTES = 8

function header(name: string, size: number, seconds: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, FIELDS.name, 'utf8')
  block.write('0000600\0', FIELDS.mode)
  block.write('0000000\0', FIELDS.owner)
  block.write('0000000\0', FIELDS.group)
  block.write(`${octal(size)}\0`, FIELDS.size)
  block.write(`${octal(seconds)}\0`, FIELDS.time)
  block.write('0', FIELDS.type)
  block.write('ustar\x0000', FIELDS.magic)
  // The sum counts its own field as spaces.
  block.fill(' ', FIELDS.checksum, FIELDS.checksum + CHECKSUM_BYTES)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, FIELDS.checksum)
  return block
}

const octal = (value: number) => value.toString(8).padStart(11, '0')
