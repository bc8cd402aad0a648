/** Reads the one message of a unary call: a flag, the length, then that many bytes. */
import type { ServerHttp2Stream } from 'node:http2'
import { GRPC_CODE, type GrpcStatus } from './grpc-status.ts'

export interface GrpcMessage {
  readonly isPacked: boolean
  readonly bytes: Buffer
}

const HEAD_BYTES = 5

/** Bytes of all calls of one input that are being read at the same time. */
const MAX_READING_BYTES = 256 * 1024 * 1024

/** Memory of a chunk beside its bytes: a client may send a message in chunks of one byte. */
const CHUNK_BYTES = 256

export function createMessageReader(maxBytes: number) {
  let readingBytes = 0

  /** Rejects if the client disconnects. */
  return async (stream: ServerHttp2Stream): Promise<GrpcMessage | GrpcStatus> => {
    const chunks: Buffer[] = []
    let length = 0
    let reading = 0
    let expected: number | undefined
    try {
      // The stream stays open for the response, also after a refusal.
      for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
        if (!Buffer.isBuffer(chunk)) continue
        chunks.push(chunk)
        length += chunk.length
        reading += chunk.length + CHUNK_BYTES
        readingBytes += chunk.length + CHUNK_BYTES
        if (expected === undefined && length >= HEAD_BYTES) {
          const head = chunks.length === 1 ? chunk : Buffer.concat(chunks)
          expected = HEAD_BYTES + head.readUInt32BE(1)
          if (expected > HEAD_BYTES + maxBytes) return tooLong(maxBytes)
        }
        if (expected !== undefined && length > expected) return SEVERAL
        if (readingBytes > MAX_READING_BYTES) return OVERLOADED
      }
    } finally {
      readingBytes -= reading
    }
    if (length !== expected) return CUT_OFF
    const whole = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
    return { isPacked: (whole[0] ?? 0) !== 0, bytes: whole.subarray(HEAD_BYTES) }
  }
}

const tooLong = (maxBytes: number): GrpcStatus => ({
  code: GRPC_CODE.resourceExhausted,
  message: `The message is longer than ${maxBytes} bytes, the limit of this input`,
})
const SEVERAL: GrpcStatus = { code: GRPC_CODE.invalidArgument, message: 'The call has more than one message' }
const CUT_OFF: GrpcStatus = { code: GRPC_CODE.invalidArgument, message: 'The message is missing or cut off' }
const OVERLOADED: GrpcStatus = {
  code: GRPC_CODE.resourceExhausted,
  message: 'Too many messages are being received',
  retryAfterSeconds: 1,
}
