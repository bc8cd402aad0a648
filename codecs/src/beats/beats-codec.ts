import { FIELD } from '@logyard/contract/messages/message-fields'
import { instantFromIso } from '../batch/instant.ts'
import type { Codec, Decoded, DecodedMessage, RawMessage } from '../codec.ts'
import { booleanField, booleanSetting, overrideSourceField } from '../config-fields.ts'
import { type JsonObject, jsonText } from '../json-text.ts'
import { withSource } from '../with-source.ts'
import { beatsMessage, readBeatsEvent, textIn } from './beats-event.ts'
import { flattenEvent } from './flatten-event.ts'

/** The payload is the JSON of one event, as `createLumberjackParser` returns it. */
export const beatsCodec: Codec = {
  id: 'beats',
  name: 'Beats',
  configuration: {
    override_source: overrideSourceField,
    no_beats_prefix: booleanField(
      {
        label: 'Do not add Beats type as prefix',
        description: 'Fields keep the names that the Beat gave them, without its type before them',
      },
      false,
    ),
  },
  create(configuration) {
    const hasPrefix = !booleanSetting(configuration, 'no_beats_prefix', false)
    return withSource(configuration, (raw) => decode(raw, hasPrefix))
  },
}

/** Not flattened: written separately or dropped. */
const NOT_FLATTENED = new Set<string>([FIELD.message, FIELD.sourceCollector])

function decode(raw: RawMessage, hasPrefix: boolean): Decoded {
  const read = readBeatsEvent(raw)
  if (!read.ok) return read
  const { event, timestampMs } = read
  const type = textIn(event, '@metadata', 'beat') ?? textIn(event, 'beat') ?? textIn(event, 'agent', 'type')
  const message = beatsMessage(timestampMs, sourceOf(event), messageOf(event))
  if (type !== undefined) message.fields['beats_type'] = type
  const collector = textIn(event, FIELD.sourceCollector)
  if (collector !== undefined) message.fields[FIELD.sourceCollector] = collector
  const prefix = hasPrefix ? `${type ?? 'beat'}_` : ''
  const isWhole = flattenEvent(message.fields, prefix, event, NOT_FLATTENED)
  if (!hasPrefix) overwrite(message)
  return isWhole ? { ok: true, messages: [message] } : { ok: true, messages: [message], failures: [NESTED_TOO_DEEPLY] }
}

const NESTED_TOO_DEEPLY = {
  ok: false,
  reason: 'nested-too-deeply',
  detail: 'A value is nested too deeply to be written; the rest of the event is stored',
} as const

const sourceOf = (event: JsonObject): string =>
  textIn(event, 'agent', 'hostname') ??
  textIn(event, 'beat', 'hostname') ??
  textIn(event, 'agent', 'name') ??
  textIn(event, 'host', 'name') ??
  'unknown'

function messageOf(event: JsonObject): string {
  const message = event['message']
  if (typeof message === 'string') return message.trim() === '' ? '-' : message
  return message === undefined || message === null ? '-' : (jsonText(message) ?? '-')
}

/** Without a prefix, fields of the event may have the names of a message's own fields; then the event's values win. */
function overwrite(message: DecodedMessage): void {
  const { source, timestamp } = message.fields
  if (typeof source === 'string' && source.trim() !== '') message.source = source
  const instant = typeof timestamp === 'string' ? instantFromIso(timestamp) : undefined
  if (instant !== undefined) message.timestampMs = instant.ms
  delete message.fields['source']
  delete message.fields['timestamp']
}
