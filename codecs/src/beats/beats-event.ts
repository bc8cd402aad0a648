import { instantFromIso } from '../batch/instant.ts'
import { parseDocument } from '../batch/parse-document.ts'
import type { DecodedMessage, DecodeFailure, RawMessage } from '../codec.ts'
import { FieldMap } from '../field-map.ts'
import { isJsonObject, type JsonObject } from '../json-text.ts'
import { textOf } from '../text-of.ts'

/** An event with its time, which every Beat writes. */
export interface BeatsEvent {
  readonly ok: true
  readonly event: JsonObject
  readonly timestampMs: number
}

const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i

export function readBeatsEvent(raw: RawMessage): BeatsEvent | DecodeFailure {
  const event = parseDocument(textOf(raw.payload))
  if (!isJsonObject(event)) return { ok: false, reason: 'not-a-json-object', detail: 'The event is not a JSON object' }
  const timestamp = event['@timestamp']
  // The predecessor of Filebeat sends no time.
  if (timestamp === undefined && typeof event['line'] === 'string') {
    const { line, host, ...rest } = event
    const named = { ...rest, message: line, beat: 'logstash-forwarder', agent: { hostname: host } }
    return { ok: true, event: named, timestampMs: raw.receivedAtMs }
  }
  const instant = typeof timestamp === 'string' && HAS_ZONE.test(timestamp) ? instantFromIso(timestamp) : undefined
  if (instant !== undefined) return { ok: true, event, timestampMs: instant.ms }
  const reason = timestamp === undefined ? 'timestamp-missing' : 'timestamp-invalid'
  return { ok: false, reason, detail: `The event's @timestamp is ${timestamp === undefined ? 'missing' : 'no time'}` }
}

/** A message without fields. */
export function beatsMessage(timestampMs: number, source: string, message: string): DecodedMessage {
  return { timestampMs, source, message, fields: new FieldMap() }
}

/** The text at a path of names; undefined if it is missing or empty. */
export function textIn(event: JsonObject, ...path: readonly string[]): string | undefined {
  let value: unknown = event
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
