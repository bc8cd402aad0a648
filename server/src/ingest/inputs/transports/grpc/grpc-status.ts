/** The end of a gRPC call: a status in the trailers. */
import type { OutgoingHttpHeaders } from 'node:http2'
import { bytesField, varintField } from '@logyard/codecs/protobuf/protobuf-writer'

export const GRPC_CODE = {
  ok: 0,
  invalidArgument: 3,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const

export interface GrpcStatus {
  readonly code: number
  readonly message: string
  /** OpenTelemetry clients retry `resourceExhausted` only with it. */
  readonly retryAfterSeconds?: number
}

export const OK: GrpcStatus = { code: GRPC_CODE.ok, message: '' }

export function statusTrailers({ code, message, retryAfterSeconds }: GrpcStatus): OutgoingHttpHeaders {
  const trailers: Record<string, string> = { 'grpc-status': String(code) }
  if (message !== '') trailers['grpc-message'] = encodeURIComponent(message).replaceAll('%20', ' ')
  if (retryAfterSeconds !== undefined) {
    trailers['grpc-status-details-bin'] = Buffer.from(retryDetails(code, message, retryAfterSeconds)).toString('base64')
  }
  return trailers
}

/** A `google.rpc.Status` with a `google.rpc.RetryInfo`. */
function retryDetails(code: number, message: string, seconds: number): Uint8Array {
  const retryInfo = bytesField(1, varintField(1, seconds))
  const any = Buffer.concat([bytesField(1, 'type.googleapis.com/google.rpc.RetryInfo'), bytesField(2, retryInfo)])
  return Buffer.concat([varintField(1, code), bytesField(2, message), bytesField(3, any)])
}
