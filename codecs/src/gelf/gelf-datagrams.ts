/** Encodes a GELF message as datagrams. */
import { gzip } from 'node:zlib'

const compress = (bytes: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    gzip(bytes, (error, compressed) => (error === null ? resolve(compressed) : reject(error)))
  })

/** Passes most networks without fragmentation. */
const DATAGRAM_BYTES = 1420
/** Size of datagrams of messages that need more than 128 of those. */
const LONG_DATAGRAM_BYTES = 8192
const HEADER_BYTES = 12
const MAX_CHUNKS = 128

/**
 * Short messages are sent as they are, others compressed, and in chunks if they are still too long. Returns undefined
 * if the message exceeds the limit of GELF over UDP. `newId` returns 8 random bytes.
 */
export async function gelfDatagrams(
  message: Uint8Array<ArrayBuffer>,
  newId: () => Uint8Array,
): Promise<readonly Uint8Array[] | undefined> {
  if (message.length <= DATAGRAM_BYTES) return [message]
  const compressed = await compress(message)
  if (compressed.length <= DATAGRAM_BYTES) return [compressed]
  const chunkBytes = [DATAGRAM_BYTES, LONG_DATAGRAM_BYTES]
    .map((bytes) => bytes - HEADER_BYTES)
    .find((bytes) => compressed.length <= bytes * MAX_CHUNKS)
  if (chunkBytes === undefined) return undefined
  const id = newId()
  const count = Math.ceil(compressed.length / chunkBytes)
  return Array.from({ length: count }, (_, number) => {
    const header = Buffer.from([0x1e, 0x0f, ...id, number, count])
    return Buffer.concat([header, compressed.subarray(number * chunkBytes, (number + 1) * chunkBytes)])
  })
}
