import { createFieldWriter } from '../batch/field-writer.ts'
import { instantFromNanoseconds } from '../batch/instant.ts'
import { createMessageBatch, type MessageBatch } from '../batch/message-batch.ts'
import { unpackBody } from '../batch/packed-body.ts'
import { sharedFields } from '../batch/shared-fields.ts'
import type { Decoded, RawMessage } from '../codec.ts'
import { FieldMap } from '../field-map.ts'
import { textOf } from '../text-of.ts'
import { sourcedCodec } from '../with-source.ts'
import type { LokiPairs, LokiSink } from './loki-push.ts'
import { readLokiJson } from './read-loki-json.ts'
import { readLokiProtobuf } from './read-loki-protobuf.ts'

/** The metadata that an input packs with the body: `application/json`, or `application/x-protobuf` for snappy and protobuf. */
export const LOKI_CONTENT_TYPE = 'content_type'

/** The payload is the packed body of one push request. */
export const lokiCodec = sourcedCodec('loki', 'Loki push', decode)

function decode(raw: RawMessage): Decoded {
  const { notes, body } = unpackBody(raw.payload)
  const batch = createMessageBatch(body.byteLength)
  const sink = createLokiMessages(batch, raw)
  // Without a content type Loki assumes protobuf, but a request that begins with a brace is JSON.
  const isJson = notes.get(LOKI_CONTENT_TYPE)?.toLowerCase().includes('json') ?? body[0] === BRACE
  if (isJson) readLokiJson(textOf(body), sink)
  else readLokiProtobuf(body, sink)
  return batch.decoded()
}

const BRACE = 0x7b
const SOURCE_LABELS = [
  'host',
  'hostname',
  'host_name',
  'node_name',
  'nodename',
  'node',
  'instance',
  'pod',
  'container',
].concat('service_name', 'job')

/** Turns every line into a message. docs/senders.md has the mapping. */
function createLokiMessages(batch: MessageBatch, raw: RawMessage): LokiSink {
  const writer = createFieldWriter(batch)
  let ofStream = sharedFields(writer, 'label', [])
  let source = ''
  let labels: LokiPairs = []
  // Computed for the first line: streams without lines must cost nothing.
  let known = labels
  return {
    begin(next) {
      labels = next
    },
    entry({ nanoseconds, line, metadata }) {
      if (labels !== known) {
        ofStream = sharedFields(writer, 'label', labels)
        source = sourceOf(labels)
        known = labels
      }
      if (!batch.hasRoom(ofStream.bytes)) return
      const fields = new FieldMap()
      const instant = instantFromNanoseconds(nanoseconds)
      if (instant?.hasRest) fields['time_unix_nano'] = nanoseconds
      for (const [name, value] of metadata) writer.write(fields, 'metadata', name, value)
      ofStream.addTo(fields)
      const message = line.trim() === '' ? '-' : line
      batch.add({ timestampMs: instant?.ms ?? raw.receivedAtMs, source, message, fields })
    },
    broken: (reason, detail) => batch.fail(reason, detail),
  }
}

function sourceOf(labels: LokiPairs): string {
  for (const wanted of SOURCE_LABELS) {
    for (const [name, value] of labels) {
      if (name === wanted && typeof value === 'string' && value.trim() !== '') return value
    }
  }
  return ''
}
