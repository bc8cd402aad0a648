import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw, type ZlibOptions, zstdDecompress } from 'node:zlib'
import type { HttpAnswer, HttpOptions } from './http-answer.ts'

/** Of all bodies that are being read at the same time by one input. */
const MAX_READING_BYTES = 256 * 1024 * 1024

/** Read and discarded of a refused body: a sender that is cut off while writing does not see the response. */
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024

const TOO_LARGE: HttpAnswer = { status: 413 }
const OVERLOADED: HttpAnswer = { status: 503, headers: { 'Retry-After': '1' } }
const unpackers: Readonly<Record<string, (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  deflate: (bytes, options) => inflateEither(bytes, options),
  zstd: (bytes, { maxOutputLength }) => unpackZstd(bytes, maxOutputLength === undefined ? {} : { maxOutputLength }),
}
const inflateZlib = promisify<Buffer, ZlibOptions, Buffer>(inflate)
const inflateBare = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)
const unpackZstd = promisify<Buffer, { maxOutputLength?: number }, Buffer>(zstdDecompress)

/** Some senders of `deflate` omit the zlib header. Its low four bits are 8. */
const inflateEither = (bytes: Buffer, options: ZlibOptions) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateZlib(bytes, options) : inflateBare(bytes, options)

export function createBodyReader({ maxBodyBytes, maxUnpackedBytes }: HttpOptions) {
  let readingBytes = 0

  /** Rejects if the client disconnects. */
  async function read(request: IncomingMessage): Promise<Buffer | HttpAnswer> {
    const chunks: Buffer[] = []
    let length = 0
    let bufferedBytes = 0
    let refusal = Number(request.headers['content-length'] ?? 0) > maxBodyBytes ? TOO_LARGE : undefined
    try {
      // Keep the connection open, to respond to a partly read body.
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        if (!Buffer.isBuffer(chunk)) continue
        length += chunk.length
        if (length > maxBodyBytes) refusal ??= TOO_LARGE
        if (readingBytes + chunk.length > MAX_READING_BYTES) refusal ??= OVERLOADED
        if (refusal !== undefined && length > maxBodyBytes + MAX_DISCARDED_BYTES) break
        if (refusal !== undefined) continue
        chunks.push(chunk)
        bufferedBytes += chunk.length
        readingBytes += chunk.length
      }
    } finally {
      readingBytes -= bufferedBytes
    }
    return refusal ?? (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
  }

  return async (request: IncomingMessage, keepPacked: boolean): Promise<Buffer | HttpAnswer> => {
    const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
    const unpack = unpackers[encoding]
    if (encoding !== 'identity' && encoding !== '' && unpack === undefined && !keepPacked) return { status: 415 }
    const body = await read(request)
    if (!Buffer.isBuffer(body) || unpack === undefined || keepPacked || body.length === 0) return body
    try {
      return await unpack(body, { maxOutputLength: maxUnpackedBytes })
    } catch (error) {
      if (error instanceof RangeError) return TOO_LARGE
      if (error instanceof Error && 'code' in error) return { status: 400, body: `The ${encoding} body is damaged\n` }
      throw error
    }
  }
}
