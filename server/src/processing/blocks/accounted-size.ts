import type { FieldValue } from '@logyard/codecs/codec'
import type { Message } from '../../store/messages/message.ts'

/** Fields of the server that cost the sender nothing. */
const EXEMPT = new Set([
  'gl2_source_collector',
  'gl2_source_collector_input',
  'gl2_source_radio',
  'gl2_source_radio_input',
  'gl2_remote_hostname',
  'gl2_original_timestamp',
  'gl2_processing_error',
  'gl2_receive_timestamp',
  'gl2_processing_timestamp',
])

const STREAM_BYTES = 8
const LONG_BYTES = 8
const INT_BYTES = 4
const ULID_LENGTH = 26
/** The names `message`, `source`, `timestamp` and `gl2_message_id`, the time and, without the sender's own, the id. */
const FIXED = 'messagesourcetimestampgl2_message_id'.length + LONG_BYTES

/** What a message counts in volumes: the lengths of names and values. */
export function accountedSize(message: Message): number {
  let size = FIXED + message.message.length + message.source.length + message.streams.length * STREAM_BYTES
  if (!message.fields.has('gl2_message_id')) size += ULID_LENGTH
  for (const [name, value] of message.fields) {
    if (name === 'gl2_message_id') size += sizeOf(value)
    else if (!name.startsWith('gl2_') || !EXEMPT.has(name)) size += name.length + sizeOf(value)
  }
  return size
}

function sizeOf(value: FieldValue): number {
  if (typeof value === 'string') return value.length
  if (typeof value === 'number') return (value | 0) === value ? INT_BYTES : LONG_BYTES
  if (typeof value === 'boolean') return INT_BYTES
  return typeof value === 'bigint' ? LONG_BYTES : 0
}
