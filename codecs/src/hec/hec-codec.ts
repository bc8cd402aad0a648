import { splitEvent } from '../batch/document.ts'
import { createFieldWriter, type FieldWriter, scalarOf } from '../batch/field-writer.ts'
import { instantFrom } from '../batch/instant.ts'
import { createMessageBatch, type MessageBatch } from '../batch/message-batch.ts'
import { unpackBody } from '../batch/packed-body.ts'
import type { Decoded, DecodedMessage, RawMessage } from '../codec.ts'
import { FieldMap } from '../field-map.ts'
import { isJsonObject, type JsonObject, jsonText, wholeNumber } from '../json-text.ts'
import { textOf } from '../text-of.ts'
import { sourcedCodec } from '../with-source.ts'
import { hecEvents } from './hec-events.ts'

/** The metadata that an input packs with the body of `/services/collector/raw`; without it the body has events. */
export const HEC_ENDPOINT = 'endpoint'
export const HEC_RAW = 'raw'
/** The metadata from the query string, where senders of raw lines put it. */
export const HEC_PARAMETERS = ['time', 'host', 'source', 'sourcetype', 'index'] as const

/** The payload is the packed body of one request of the HTTP Event Collector. */
export const hecCodec = sourcedCodec('splunk-hec', 'Splunk HTTP Event Collector', decode)

function decode(raw: RawMessage): Decoded {
  const { notes, body } = unpackBody(raw.payload)
  const batch = createMessageBatch(body.byteLength)
  const writer = createFieldWriter(batch)
  const given = new Map([...notes].filter(([name]) => HEC_PARAMETERS.some((parameter) => parameter === name)))
  const about = Object.fromEntries(given)
  if (notes.get(HEC_ENDPOINT) === HEC_RAW) decodeLines(textOf(body), about, batch, writer, raw)
  else decodeEvents(textOf(body), about, batch, writer, raw)
  return batch.decoded()
}

const DETAILS = {
  'not-a-json-object': 'It is not a JSON object',
  'event-missing': 'It has no event',
  'event-blank': 'Its event is blank',
  'too-many-events': 'The request has too many events; this one and the rest are not stored',
} as const

function decodeEvents(
  text: string,
  about: JsonObject,
  batch: MessageBatch,
  writer: FieldWriter,
  raw: RawMessage,
): void {
  for (const [index, read] of hecEvents(text).entries()) {
    if (!read.ok) batch.fail(read.reason, `Event ${index}: ${DETAILS[read.reason]}`)
    else if (batch.hasRoom(0)) batch.add(readEvent({ ...about, ...read.event }, writer, raw))
  }
}

/** One message per line; blank lines are skipped. */
function decodeLines(text: string, about: JsonObject, batch: MessageBatch, writer: FieldWriter, raw: RawMessage): void {
  let sharedBytes = 0
  for (const value of Object.values(about)) sharedBytes += String(value).length
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const line = text.slice(at, text[end - 1] === '\r' && end - 1 >= at ? end - 1 : end)
    at = end + 1
    if (line.trim() !== '' && batch.hasRoom(sharedBytes)) batch.add(readEvent({ ...about, event: line }, writer, raw))
  }
}

function readEvent(given: JsonObject, writer: FieldWriter, raw: RawMessage): DecodedMessage {
  const { event, time, host, source, sourcetype, index, fields: indexed, ...others } = given
  const fields = new FieldMap()
  const instant = instantFrom(wholeNumber(time) ?? time)
  if (time !== undefined && (instant === undefined || instant.hasRest)) writer.write(fields, 'hec', 'hec_time', time)
  writer.write(fields, 'hec', 'hec_source', source)
  writer.write(fields, 'hec', 'sourcetype', sourcetype)
  writer.write(fields, 'hec', 'target_index', index)
  for (const name of Object.keys(others)) writer.write(fields, 'hec', name, others[name])
  let message: string
  if (isJsonObject(event) && scalarOf(event) === undefined) {
    const { text, rest } = splitEvent(event)
    message = text
    for (const name of Object.keys(rest)) writer.write(fields, 'event', name, rest[name])
  } else message = String(scalarOf(event) ?? jsonText(event) ?? '-')
  if (isJsonObject(indexed)) {
    for (const name of Object.keys(indexed)) writer.write(fields, 'field', name, indexed[name])
  }
  const sourceText = String(scalarOf(host) ?? '')
  return { timestampMs: instant?.ms ?? raw.receivedAtMs, source: sourceText, message, fields }
}
