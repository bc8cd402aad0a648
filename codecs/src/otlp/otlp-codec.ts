import { createMessageBatch } from '../batch/message-batch.ts'
import { unpackBody } from '../batch/packed-body.ts'
import type { Decoded, RawMessage } from '../codec.ts'
import { textOf } from '../text-of.ts'
import { sourcedCodec } from '../with-source.ts'
import { createOtlpMessages } from './otlp-messages.ts'
import { readOtlpJson } from './read-otlp-json.ts'
import { readOtlpProtobuf } from './read-otlp-protobuf.ts'

/** The metadata that an input packs with the body: `application/json` or `application/x-protobuf`. */
export const OTLP_CONTENT_TYPE = 'content_type'

/** The payload is the packed body of one export request for logs, in protobuf or JSON. */
export const otlpCodec = sourcedCodec('otlp', 'OpenTelemetry logs', decode)

function decode(raw: RawMessage): Decoded {
  const { notes, body } = unpackBody(raw.payload)
  const batch = createMessageBatch(body.byteLength)
  const sink = createOtlpMessages(batch, raw)
  if (isJson(notes.get(OTLP_CONTENT_TYPE), body)) readOtlpJson(textOf(body), sink)
  else readOtlpProtobuf(body, sink)
  return batch.decoded()
}

const BRACE = 0x7b

/** Detects JSON without a content type: no protobuf request begins with a brace. */
function isJson(contentType: string | undefined, body: Uint8Array): boolean {
  if (contentType !== undefined) return contentType.toLowerCase().includes('json')
  for (const byte of body.subarray(0, 100)) if (byte > 0x20) return byte === BRACE
  return false
}
