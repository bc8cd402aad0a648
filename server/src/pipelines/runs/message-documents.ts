/** Messages as clients and the store know them, and as rules get them. */
import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { Message } from '../../store/messages/message.ts'
import { isStorableInstant, parseTimestamp, type SetField } from '../../store/messages/normalise-fields.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Where a message of a client appears to come from. */
export interface MessageOrigin {
  readonly streams: readonly string[]
  readonly inputId: string
  readonly nowMs: number
}

/** A message of a client: invalid names and empty values are left out, as for messages of senders. */
export function messageOfClient(
  fields: Fields,
  { streams, inputId, nowMs }: MessageOrigin,
  setField: SetField,
): Message {
  const { [FIELD.id]: _id, timestamp, source, message: text, ...others } = fields
  const message = { ...blankMessage(nowMs), inputId, streams }
  message.timestampMs = instantOf(timestamp) ?? nowMs
  message.source = typeof source === 'string' ? source.trim() : ''
  message.message = typeof text === 'string' ? text.trim() : ''
  for (const [name, value] of Object.entries(others)) {
    const field = fieldValueOf(value)
    if (field !== undefined) setField(message.fields, name, field)
  }
  return message
}

/** A message that was stored. */
export function messageOfDocument(document: Fields, nowMs: number): Message {
  const { [FIELD.id]: _id, timestamp, source, message: text, streams, ...others } = document
  const { gl2_source_input, gl2_source_node, gl2_remote_ip, gl2_remote_port, ...fields } = others
  const message = {
    ...blankMessage(nowMs),
    timestampMs: instantOf(timestamp) ?? nowMs,
    source: textOf(source),
    message: textOf(text),
    inputId: textOf(gl2_source_input),
    nodeId: textOf(gl2_source_node),
    remoteAddress: textOf(gl2_remote_ip),
    remotePort: typeof gl2_remote_port === 'number' ? gl2_remote_port : 0,
    streams: Array.isArray(streams) ? streams.map(String) : [],
  }
  for (const [name, value] of Object.entries(fields)) {
    const field = fieldValueOf(value)
    if (field !== undefined) message.fields.set(name, field)
  }
  return message
}

/** All fields of a message by name. */
export function documentOf(message: Message, id: string): Record<string, unknown> {
  const { inputId, nodeId, remoteAddress, remotePort, source, message: text } = message
  return {
    ...Object.fromEntries(message.fields),
    ...(inputId === '' ? {} : { [FIELD.sourceInput]: inputId }),
    ...(nodeId === '' ? {} : { [FIELD.sourceNode]: nodeId }),
    ...(remoteAddress === '' ? {} : { [FIELD.remoteIp]: remoteAddress }),
    ...(remotePort === 0 ? {} : { [FIELD.remotePort]: remotePort }),
    ...(source === '' ? {} : { source }),
    ...(text === '' ? {} : { message: text }),
    [FIELD.id]: id,
    timestamp: new Date(message.timestampMs).toISOString(),
    streams: [...message.streams],
  }
}

/** Roughly, of the text values of a document. */
export function charactersOf(document: Fields): number {
  let characters = 0
  for (const value of Object.values(document)) {
    if (typeof value === 'string') characters += value.length
    else if (Array.isArray(value)) for (const item of value) characters += String(item).length
  }
  return characters
}

const blankMessage = (nowMs: number) => ({
  timestampMs: nowMs,
  source: '',
  message: '',
  fields: new Map<string, FieldValue>(),
  inputId: '',
  nodeId: '',
  remoteAddress: '',
  remotePort: 0,
  receivedAtMs: nowMs,
  place: 0,
  streams: [] as readonly string[],
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** ISO 8601, or `yyyy-MM-dd HH:mm:ss.SSS` in UTC. */
function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const ms = parseTimestamp(text) ?? (ISO.test(text) ? Date.parse(withZone(text)) : Number.NaN)
  return Number.isFinite(ms) && isStorableInstant(ms) ? ms : undefined
}

/** Times without a zone are in UTC. */
const withZone = (iso: string) => (/T.*(Z|[+-]\d\d:?\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`)

/** Nested values become JSON: fields have no structure. */
function fieldValueOf(value: unknown): FieldValue | undefined {
  if (Array.isArray(value)) return value.flatMap((item) => scalarOf(item) ?? [])
  return scalarOf(value)
}

function scalarOf(value: unknown): Scalar | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value
    case 'object':
      return value === null ? undefined : JSON.stringify(value)
    default:
      return undefined
  }
}
