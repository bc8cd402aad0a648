/** OpenTelemetry logs over gRPC. Calls succeed once the messages are in the journal, on the disk. */
import { packBody } from '@logyard/codecs/batch/packed-body'
import { OTLP_PROTOBUF, otlpSuccess } from '@logyard/codecs/otlp/otlp-answers'
import { OTLP_CONTENT_TYPE } from '@logyard/codecs/otlp/otlp-codec'
import type { Refusal } from '@logyard/codecs/refused-codec'
import { BATCH_LIMITS } from '../http-listener.ts'
import { holdsToken, tokenOf } from '../sender-token.ts'
import type { StartTransport, TransportDeps } from '../transport.ts'
import { unpackBody } from '../unpack-body.ts'
import { type GrpcCall, listenForGrpc } from './grpc-listener.ts'
import type { GrpcMessage } from './grpc-message.ts'
import { GRPC_CODE, type GrpcStatus } from './grpc-status.ts'

const EXPORT = '/opentelemetry.proto.collector.logs.v1.LogsService/Export'
const RETRY_SECONDS = 5
/** Others that HTTP knows are not those of gRPC. */
const ENCODINGS: ReadonlySet<string> = new Set(['identity', 'gzip', 'deflate'])

const UNKNOWN_METHOD: GrpcStatus = {
  code: GRPC_CODE.unimplemented,
  message: 'This input only receives logs: LogsService/Export',
}
const NO_TOKEN: GrpcStatus = { code: GRPC_CODE.unauthenticated, message: 'The token is missing or wrong' }
const UNKNOWN_ENCODING: GrpcStatus = {
  code: GRPC_CODE.unimplemented,
  message: 'The compression is not supported, use gzip',
}
const JOURNAL_FULL: GrpcStatus = {
  code: GRPC_CODE.resourceExhausted,
  message: 'The journal is full',
  retryAfterSeconds: RETRY_SECONDS,
}
const DAMAGED: Refusal = { reason: 'broken-compression', detail: 'The message could not be decompressed' }
const UNPACKED_TOO_LONG: Refusal = {
  reason: 'body-too-large',
  detail: `Decompressed the message is longer than ${BATCH_LIMITS.maxUnpackedBytes} bytes`,
}

export const otlpGrpcTransport: StartTransport = async (deps) => {
  const token = tokenOf(deps.configuration)
  return listenForGrpc(deps, (call) => {
    if (call.path !== EXPORT) return UNKNOWN_METHOD
    if (holdsToken(call, token)) return store(deps, call)
    deps.signs.see('token-refused', call.peer.address)
    return NO_TOKEN
  })
}

async function store(deps: TransportDeps, call: GrpcCall): Promise<Uint8Array | GrpcStatus> {
  const { intake } = deps
  // The client is told before it has sent everything.
  if (intake.isFull()) return JOURNAL_FULL
  const message = await call.readMessage()
  if ('code' in message) return message
  const body = await unpacked(deps, call, message)
  if (!Buffer.isBuffer(body)) return body
  // A request without records is valid.
  if (body.length === 0) return otlpSuccess(OTLP_PROTOBUF)
  const payload = packBody({ [OTLP_CONTENT_TYPE]: OTLP_PROTOBUF }, body)
  if (!intake.appendAll([payload], call.peer)) return JOURNAL_FULL
  await intake.flushed()
  return otlpSuccess(OTLP_PROTOBUF)
}

async function unpacked(
  { intake }: TransportDeps,
  { headers, peer }: GrpcCall,
  { isPacked, bytes }: GrpcMessage,
): Promise<Buffer | GrpcStatus> {
  if (!isPacked) return bytes
  const encoding = String(headers['grpc-encoding'] ?? 'identity')
  if (!ENCODINGS.has(encoding)) return UNKNOWN_ENCODING
  const body = await unpackBody(bytes, encoding, BATCH_LIMITS.maxUnpackedBytes)
  if (Buffer.isBuffer(body)) return body
  const isTooLong = body === 'too-large'
  const refusal = isTooLong ? UNPACKED_TOO_LONG : DAMAGED
  intake.refuse(bytes, peer, refusal)
  const code = isTooLong ? GRPC_CODE.resourceExhausted : GRPC_CODE.invalidArgument
  return { code, message: refusal.detail }
}
