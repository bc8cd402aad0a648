import type { FieldValue } from '@logyard/codecs/codec'
import { FIELD, isInternalName, METADATA_FIELDS } from '@logyard/contract/messages/message-fields'
import type { Message } from './message.ts'

const STREAM_BYTES = 8
const LONG_BYTES = 8
const INT_BYTES = 4
const ULID_LENGTH = 26
/** The names of the fields that every message has, and the value of the timestamp. */
const FIXED = 'messagesourcetimestampgl2_message_id'.length + LONG_BYTES

/** The size of a message in traffic figures: the lengths of its names and values. */
export function accountedSize(message: Message): number {
  let size = sizeOfOwn(message)
  if (!message.fields.has(FIELD.messageId)) size += ULID_LENGTH
  for (const [name, value] of message.fields) {
    if (name === FIELD.messageId) size += sizeOf(value)
    else if (isAccounted(name)) size += name.length + sizeOf(value)
  }
  return size
}

/** The size of a message without other fields, and without the id that it gets. */
const sizeOfOwn = ({ message, source, streams }: Pick<Message, 'message' | 'source' | 'streams'>): number =>
  FIXED + message.length + source.length + streams.length * STREAM_BYTES

/** The size of a message without other fields. */
export const sizeWithoutFields = (message: Pick<Message, 'message' | 'source' | 'streams'>): number =>
  sizeOfOwn(message) + ULID_LENGTH

/** Whether a field counts, with its name and its value. */
export const isAccounted = (name: string): boolean => !isInternalName(name) || !METADATA_FIELDS.has(name)

export function sizeOf(value: FieldValue): number {
  if (typeof value === 'string') return value.length
  if (typeof value === 'number') return (value | 0) === value ? INT_BYTES : LONG_BYTES
  if (typeof value === 'boolean') return INT_BYTES
  return typeof value === 'bigint' ? LONG_BYTES : 0
}
