import type { FieldValue } from '@logyard/codecs/codec'
import { FIELD } from '@logyard/contract/messages/message-fields'

/**
 * A message that is being processed. Its names and values can be stored as they are; processors set fields with
 * `SetField` (normalise-fields.ts), which ensures that.
 */
export interface Message {
  timestampMs: number
  source: string
  message: string
  /** All other fields, including `full_message` and the sender's own `gl2_` fields. */
  readonly fields: Map<string, FieldValue>
  readonly inputId: string
  readonly nodeId: string
  readonly remoteAddress: string
  readonly remotePort: number
  readonly receivedAtMs: number
  /** Within the raw message that it came from: its ids derive from it. */
  readonly place: number
  /** Streams in routing order. The default stream, if present, is first. */
  streams: readonly string[]
}

/** What can be read of a message, field by field. */
export interface ReadableMessage extends Readonly<Omit<Message, 'fields'>> {
  readonly fields: { get(name: string): FieldValue | undefined }
}

/** The value of a field as stream rules see it. */
export function fieldOf(
  message: ReadableMessage,
  name: string,
  fields: ReadableMessage['fields'] = message.fields,
): FieldValue | Date | undefined {
  switch (name) {
    case FIELD.message:
      return message.message
    case FIELD.source:
      return message.source
    case FIELD.timestamp:
      return new Date(message.timestampMs)
    case FIELD.sourceInput:
      return message.inputId
    case FIELD.sourceNode:
      return message.nodeId
    case FIELD.remoteIp:
      return message.remoteAddress === '' ? undefined : message.remoteAddress
    case FIELD.remotePort:
      return message.remotePort > 0 ? message.remotePort : undefined
    default:
      return fields.get(name)
  }
}

/** Trims like Java's `trim`: all characters up to and including the space. */
export function trimmed(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && text.charCodeAt(from) <= 0x20) from += 1
  while (to > from && text.charCodeAt(to - 1) <= 0x20) to -= 1
  return from === 0 && to === text.length ? text : text.slice(from, to)
}
