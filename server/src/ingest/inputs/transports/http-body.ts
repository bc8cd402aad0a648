import type { IncomingMessage } from 'node:http'
import type { Refusal } from '@logyard/codecs/refused-codec'
import { releaseIfWhole } from '@logyard/codecs/release-memory'
import type { HttpOptions, HttpResponse } from './http-response.ts'
import { isPacked, unpackBody, unpackByFirstBytes } from './unpack-body.ts'

/** Bytes of all bodies that are being read at the same time by one input. */
const MAX_READING_BYTES = 256 * 1024 * 1024
/** Read and discarded of a refused body: a sender that is cut off while writing does not see the response. */
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024
/** Retained of a refused body, so that it can be replayed. */
const MAX_REFUSED_BYTES = 1024 * 1024

const TOO_LARGE: HttpResponse = { status: 413 }
const OVERLOADED: HttpResponse = { status: 503, headers: { 'Retry-After': '1' } }

export interface BodyOptions {
  /** The body is not decompressed. */
  readonly keepPacked?: boolean
  /** A body that contradicts its `Content-Encoding` is decompressed by its first bytes, or accepted as it is. */
  readonly trustFirstBytes?: boolean
}

type Refuse = (body: Buffer, request: IncomingMessage, refusal: Refusal) => void

export function createBodyReader({ maxBodyBytes, maxUnpackedBytes }: HttpOptions, refuse: Refuse) {
  const refusals = {
    long: {
      reason: 'body-too-large',
      detail: `The body is longer than ${maxBodyBytes} bytes, the limit of this input`,
    },
    unpacked: { reason: 'body-too-large', detail: `Decompressed the body is longer than ${maxUnpackedBytes} bytes` },
    unknown: { reason: 'encoding-unsupported', detail: 'The Content-Encoding of the request is not supported' },
    damaged: {
      reason: 'broken-compression',
      detail: 'The body could not be decompressed as its Content-Encoding says',
    },
  } satisfies Readonly<Record<string, Refusal>>
  let readingBytes = 0

  /** Rejects if the client disconnects. */
  async function read(request: IncomingMessage) {
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
        if (refusal === OVERLOADED || readingBytes + chunk.length > MAX_READING_BYTES) continue
        if (refusal !== undefined && bufferedBytes >= MAX_REFUSED_BYTES) continue
        chunks.push(chunk)
        bufferedBytes += chunk.length
        readingBytes += chunk.length
      }
    } finally {
      readingBytes -= bufferedBytes
    }
    return { bytes: joined(chunks), refusal }
  }

  return async (
    request: IncomingMessage,
    { keepPacked = false, trustFirstBytes = false }: BodyOptions = {},
  ): Promise<Buffer | HttpResponse> => {
    const encoding = (request.headers['content-encoding'] ?? '').trim().toLowerCase()
    const { bytes, refusal } = await read(request)
    if (refusal === TOO_LARGE) refuse(bytes.subarray(0, MAX_REFUSED_BYTES), request, refusals.long)
    if (refusal !== undefined) return refusal
    if (keepPacked || bytes.length === 0 || !isPacked(encoding)) return bytes
    const unpack = trustFirstBytes ? unpackByFirstBytes : unpackBody
    const unpacked = await unpack(bytes, encoding, maxUnpackedBytes)
    switch (unpacked) {
      case 'too-large':
        refuse(bytes, request, refusals.unpacked)
        return TOO_LARGE
      case 'unknown-encoding':
        refuse(bytes, request, refusals.unknown)
        return { status: 415 }
      case 'damaged':
        refuse(bytes, request, refusals.damaged)
        return { status: 400, body: `The ${encoding} body is damaged\n` }
      default:
        return unpacked
    }
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const bytes = Buffer.concat(chunks)
  chunks.forEach(releaseIfWhole)
  return bytes
}
