import type { FieldValue } from '@logyard/codecs/codec'
import { FIELD } from '@logyard/contract/messages/message-fields'

/**
 * A message on its way through the processors. Names and values are those that will be stored; processors add and
 * change fields with `setField` (normalise-fields.ts), which keeps that so.
 */
export interface Message {
  timestampMs: number
  source: string
  message: string
  /** Everything else, `full_message` and what the sender gave of `gl2_` names included. */
  readonly fields: Map<string, FieldValue>
  readonly inputId: string
  readonly nodeId: string
  readonly remoteAddress: string
  readonly remotePort: number
  readonly receivedAtMs: number
  /** In the order of joining, the default stream first while it is in. */
  streams: readonly string[]
}

/** The value of any field as rules see it. */
export function fieldOf(message: Message, name: string): FieldValue | Date | undefined {
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
      return message.fields.get(name)
  }
}

/** What Java's `trim` takes off: everything up to the space. */
export function trimmed(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && text.charCodeAt(from) <= 0x20) from += 1
  while (to > from && text.charCodeAt(to - 1) <= 0x20) to -= 1
  return from === 0 && to === text.length ? text : text.slice(from, to)
}
