/** A GELF message as the datagrams that it is sent in. */
import { gzip } from 'node:zlib'

const compress = (bytes: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    gzip(bytes, (error, compressed) => (error === null ? resolve(compressed) : reject(error)))
  })

/** What passes most networks in one piece. */
const DATAGRAM_BYTES = 1420
/** For what is longer than 128 of those. */
const LONG_DATAGRAM_BYTES = 8192
const HEADER_BYTES = 12
const MAX_CHUNKS = 128

/**
 * As it stands when it is short, else compressed, and in chunks when it is long even so. `undefined` when it is longer
 * than GELF over UDP can be. `newId` answers 8 random bytes.
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
