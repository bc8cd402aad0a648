import type { Decoded, FieldValue, RawMessage } from '../codec.ts'
import type { FieldMap } from '../field-map.ts'
import { isJsonObject, type JsonObject } from '../json-text.ts'
import { sourcedCodec } from '../with-source.ts'
import { beatsMessage, readBeatsEvent, textIn } from './beats-event.ts'
import { flattenEvent } from './flatten-event.ts'

/** The field names of the first Beats, for dashboards and streams that depend on them. */
export const beatsDeprecatedCodec = sourcedCodec('beats-deprecated', 'Beats (deprecated)', decode)

/** Beats whose events are measurements: flattened entirely, mostly without a text. */
const FLATTENED = new Set(['topbeat', 'metricbeat', 'packetbeat', 'winlogbeat'])
const NOT_FLATTENED = new Set(['message'])
const NONE: ReadonlySet<string> = new Set()

function decode(raw: RawMessage): Decoded {
  const read = readBeatsEvent(raw)
  if (!read.ok) return read
  const { event, timestampMs } = read
  const name = textIn(event, '@metadata', 'beat') ?? textIn(event, 'beat') ?? 'beat'
  const source = textIn(event, 'beat', 'hostname') ?? textIn(event, 'agent', 'hostname') ?? 'unknown'
  const hasText = !FLATTENED.has(name) || name === 'winlogbeat'
  const message = beatsMessage(timestampMs, source, (hasText ? textIn(event, 'message') : undefined) ?? '-')
  const { fields } = message
  put(fields, 'name', textIn(event, 'beat', 'name'))
  put(fields, 'type', textIn(event, 'type'))
  const own = event['fields']
  let isWhole = flattenEvent(fields, '', { ...(isJsonObject(own) ? own : {}), tags: event['tags'] }, NONE)
  if (name === 'filebeat') {
    fields['facility'] = 'filebeat'
    isWhole = flattenEvent(fields, '', filebeatFields(event), NONE) && isWhole
  } else {
    const isKnown = FLATTENED.has(name)
    fields['facility'] = isKnown ? name : 'genericbeat'
    isWhole = flattenEvent(fields, isKnown ? `${name}_` : 'beat_', event, NOT_FLATTENED) && isWhole
  }
  for (const reserved of ['message', 'source', 'timestamp']) delete fields[reserved]
  if (isWhole) return { ok: true, messages: [message] }
  const detail = 'A value is nested too deeply to be written; the rest of the event is stored'
  return { ok: true, messages: [message], failures: [{ ok: false, reason: 'nested-too-deeply', detail }] }
}

function filebeatFields(event: JsonObject): JsonObject {
  const { source, input_type, count, offset } = event
  return { file: source, input_type, count, offset }
}

function put(fields: FieldMap, name: string, value: FieldValue | undefined): void {
  if (value !== undefined) fields[name] = value
}
