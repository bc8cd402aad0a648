import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { compressionsAlgorithms } from '@platformatic/kafka'
import { lz4Size, snappySize } from './unpacked-size.ts'

/** Bytes of a batch after decompression. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024

type Packed = Parameters<typeof compressionsAlgorithms.gzip.decompressSync>[0]
type Unpack = (data: Packed) => Buffer

const bytesOf = (data: Packed): Buffer => {
  const bytes = data instanceof Uint8Array ? data : data.buffer
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Those of the client, which have no limit. */
const unpackSnappy = compressionsAlgorithms.snappy.decompressSync
const unpackLz4 = compressionsAlgorithms.lz4.decompressSync

/** The client decompresses without a limit, and a producer can make a batch of a few bytes that unpacks to gigabytes. */
export function boundDecompression(): void {
  const options = { maxOutputLength: MAX_UNPACKED_BYTES }
  const algorithms = compressionsAlgorithms
  Object.assign(algorithms.gzip, { decompressSync: (data: Packed) => gunzipSync(bytesOf(data), options) })
  Object.assign(algorithms.zstd, { decompressSync: (data: Packed) => zstdDecompressSync(bytesOf(data), options) })
  Object.assign(algorithms.snappy, { decompressSync: bySize(snappySize, unpackSnappy) })
  Object.assign(algorithms.lz4, { decompressSync: bySize(lz4Size, unpackLz4) })
}

const bySize =
  (sizeOf: (data: Buffer) => number, unpack: Unpack): Unpack =>
  (data) => {
    const bytes = bytesOf(data)
    if (sizeOf(bytes) > MAX_UNPACKED_BYTES) {
      throw new RangeError(`the batch unpacks to more than ${MAX_UNPACKED_BYTES} bytes`)
    }
    return unpack(bytes)
  }
