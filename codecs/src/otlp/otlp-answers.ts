/** Responses to OTLP senders, in the encoding of the request. */
import { bytesField, varintField } from '../protobuf/protobuf-writer.ts'

export const OTLP_PROTOBUF = 'application/x-protobuf'
export const OTLP_JSON = 'application/json'

/** Response with status 200. Senders must not retry rejected records. */
export function otlpSuccess(contentType: string, rejected = 0, message = ''): Uint8Array {
  const isWhole = rejected === 0 && message === ''
  if (!isProtobuf(contentType)) {
    const partialSuccess = { rejectedLogRecords: String(rejected), errorMessage: message }
    return Buffer.from(JSON.stringify(isWhole ? {} : { partialSuccess }))
  }
  if (isWhole) return Buffer.alloc(0)
  return bytesField(1, Buffer.concat([varintField(1, rejected), bytesField(2, message)]))
}

/** Response with a status of 400 or more. `code` is a gRPC status code, such as 3 for an invalid argument. */
export function otlpRefusal(contentType: string, code: number, message: string): Uint8Array {
  if (!isProtobuf(contentType)) return Buffer.from(JSON.stringify({ code, message }))
  return Buffer.concat([varintField(1, code), bytesField(2, message)])
}

const isProtobuf = (contentType: string): boolean => contentType.toLowerCase().startsWith(OTLP_PROTOBUF)
