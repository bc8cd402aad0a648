import type { FieldValue } from '@logyard/codecs/codec'
import { CORE_FIELDS, FIELD, isInternalName, UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { type Message, trimmed } from './message.ts'
import { isStorableInstant, parseTimestamp, type SetField } from './normalise-fields.ts'

/** What a field is set to: dates become texts, except in `timestamp`. */
export type NewValue = FieldValue | Date

/** What a rejected timestamp is replaced by, and who counts it. */
export interface FieldRules {
  readonly setField: SetField
  readonly now: () => number
  readonly onInvalidTimestamp: () => void
}

/** Sets a field of any name by the rules of messages. Returns whether the message has the value now. */
export function setMessageField(message: Message, name: string, value: NewValue, rules: FieldRules): boolean {
  switch (trimmed(name)) {
    case FIELD.message:
    case FIELD.source:
      return setText(message, trimmed(name) === FIELD.message ? 'message' : 'source', value)
    case FIELD.timestamp:
      return setTimestamp(message, value, rules)
    default:
      return rules.setField(message.fields, name, value instanceof Date ? value.toISOString() : value)
  }
}

/** Message and source are never empty. */
function setText(message: Message, name: 'message' | 'source', value: NewValue): boolean {
  const text = trimmed(value instanceof Date ? value.toISOString() : String(value))
  if (text === '') return false
  message[name] = text
  return true
}

/** Any other value than a date means the current time. */
function setTimestamp(message: Message, value: NewValue, { now, onInvalidTimestamp }: FieldRules): boolean {
  const ms = value instanceof Date ? value.getTime() : parseTimestamp(value)
  const isValid = ms !== undefined && isStorableInstant(ms)
  if (!isValid) onInvalidTimestamp()
  message.timestampMs = isValid ? ms : now()
  return true
}

/** Names that converters do not add, and that neither a cut nor a converter removes. */
export const isReserved = (name: string): boolean =>
  CORE_FIELDS.has(name) || UNSETTABLE_FIELDS.has(name) || isInternalName(name) || name === FIELD.streams
