/** Decompresses bodies of requests, up to a limit. */
import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw, type ZlibOptions, zstdDecompress } from 'node:zlib'
import { gelfKind } from '@logyard/codecs/gelf/gelf-payload'

type Unpack = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>

const unpackGzip = promisify<Buffer, ZlibOptions, Buffer>(gunzip)
const inflateZlib = promisify<Buffer, ZlibOptions, Buffer>(inflate)
const inflateBare = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)
const unpackZstd = promisify<Buffer, { maxOutputLength?: number }, Buffer>(zstdDecompress)

const UNPACKERS: Readonly<Record<string, Unpack>> = {
  gzip: unpackGzip,
  'x-gzip': unpackGzip,
  // Some senders of `deflate` omit the zlib header. Its low four bits are 8.
  deflate: (bytes, options) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflateZlib : inflateBare)(bytes, options),
  zstd: (bytes, { maxOutputLength }) => unpackZstd(bytes, maxOutputLength === undefined ? {} : { maxOutputLength }),
}

export type Unpacked = Buffer | 'unknown-encoding' | 'damaged' | 'too-large'

export const isPacked = (encoding: string): boolean => encoding !== '' && encoding !== 'identity'

export async function unpackBody(body: Buffer, encoding: string, maxBytes: number): Promise<Unpacked> {
  if (!isPacked(encoding)) return body
  const unpack = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding] : undefined
  return unpack === undefined ? 'unknown-encoding' : run(unpack, body, maxBytes)
}

/** Decompresses by the encoding or, if that does not fit, by the first bytes. Other bodies stay as they are. */
export async function unpackByFirstBytes(
  body: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<Buffer | 'too-large'> {
  const declared = await unpackBody(body, encoding, maxBytes)
  if (Buffer.isBuffer(declared) || declared === 'too-large') return declared
  const kind = gelfKind(body)
  if (kind !== 'gzip' && kind !== 'zlib') return body
  const unpacked = await run(kind === 'gzip' ? unpackGzip : inflateZlib, body, maxBytes)
  return Buffer.isBuffer(unpacked) || unpacked === 'too-large' ? unpacked : body
}

async function run(unpack: Unpack, body: Buffer, maxOutputLength: number): Promise<Buffer | 'damaged' | 'too-large'> {
  try {
    return await unpack(body, { maxOutputLength })
  } catch (error) {
    if (error instanceof RangeError) return 'too-large'
    if (error instanceof Error && 'code' in error) return 'damaged'
    throw error
  }
}
