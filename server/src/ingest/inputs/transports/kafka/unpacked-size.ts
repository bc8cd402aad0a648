/**
 * The bytes that a Snappy or LZ4 batch can unpack to, from its headers alone. The WebAssembly of the client allocates
 * what a header says, and never returns that memory to the system.
 */

const XERIAL = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00])
const XERIAL_HEADER = 16
const VARINT_BYTES = 5

/** Kafka's Java client divides a batch into chunks; others send one. */
export function snappySize(data: Buffer): number {
  if (!data.subarray(0, XERIAL.length).equals(XERIAL)) return snappyChunkSize(data)
  let size = 0
  let at = XERIAL_HEADER
  while (at + 4 <= data.length) {
    const length = data.readUInt32BE(at)
    size += snappyChunkSize(data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return size
}

function snappyChunkSize(chunk: Buffer): number {
  let size = 0
  for (const [index, byte] of chunk.subarray(0, VARINT_BYTES).entries()) {
    size += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) break
  }
  return size
}

const LZ4_MAGIC = 0x184d2204
const HAS_BLOCK_CHECKSUM = 0x10
const HAS_CONTENT_SIZE = 0x08
const HAS_CONTENT_CHECKSUM = 0x04
const HAS_DICTIONARY = 0x01
const IS_STORED = 0x80000000
/** No byte of a compressed block stands for more. */
const LZ4_RATIO = 255

/** Never less than the real size; more only for blocks that are not full. */
export function lz4Size(data: Buffer): number {
  let size = 0
  let at = 0
  while (at + 7 <= data.length && data.readUInt32LE(at) === LZ4_MAGIC) {
    const frame = lz4Frame(data, at)
    size += frame.size
    at = frame.end
  }
  return size
}

function lz4Frame(data: Buffer, start: number): { size: number; end: number } {
  const flags = data.readUInt8(start + 4)
  const largestBlock = 2 ** (8 + 2 * ((data.readUInt8(start + 5) >> 4) & 7))
  const blockTrailer = flags & HAS_BLOCK_CHECKSUM ? 4 : 0
  let at = start + 7 + (flags & HAS_CONTENT_SIZE ? 8 : 0) + (flags & HAS_DICTIONARY ? 4 : 0)
  let size = 0
  while (at + 4 <= data.length) {
    const header = data.readUInt32LE(at)
    at += 4
    if (header === 0) break
    const length = header % IS_STORED
    size += header >= IS_STORED ? length : Math.min(largestBlock, length * LZ4_RATIO)
    at += length + blockTrailer
  }
  return { size, end: at + (flags & HAS_CONTENT_CHECKSUM ? 4 : 0) }
}
