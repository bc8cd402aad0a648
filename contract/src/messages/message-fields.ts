/** The names of a message's own fields, and the names that senders, responses and the console treat differently. */

export const FIELD = {
  id: '_id',
  index: '_index',
  timestamp: 'timestamp',
  source: 'source',
  message: 'message',
  fullMessage: 'full_message',
  streams: 'streams',
  sourceInput: 'gl2_source_input',
  sourceNode: 'gl2_source_node',
  remoteIp: 'gl2_remote_ip',
  remotePort: 'gl2_remote_port',
  remoteHostname: 'gl2_remote_hostname',
  /** ULID. A sender may set it. */
  messageId: 'gl2_message_id',
  accountedSize: 'gl2_accounted_message_size',
  sourceCollector: 'gl2_source_collector',
  /** The id of the message's text pattern: `gl2_pattern:<id>` finds its messages. Responses do not list the field. */
  pattern: 'gl2_pattern',
} as const

/** Names of legacy collectors and relays; senders may still set them. */
const LEGACY_ORIGIN = ['gl2_source_collector_input', 'gl2_source_radio', 'gl2_source_radio_input'] as const

/** No sender, static field or processor can set these. */
export const UNSETTABLE_FIELDS: ReadonlySet<string> = new Set([
  FIELD.id,
  '_ttl',
  '_source',
  '_all',
  FIELD.index,
  '_type',
  '_score',
])

/** Set by the server on every message; a sender's value is dropped. */
export const SERVER_FIELDS: ReadonlySet<string> = new Set([
  FIELD.streams,
  FIELD.sourceInput,
  FIELD.sourceNode,
  FIELD.remoteIp,
  FIELD.remotePort,
  FIELD.accountedSize,
])

/** Every message has them, under these names. */
export const CORE_FIELDS: ReadonlySet<string> = new Set([FIELD.message, FIELD.source, FIELD.timestamp])

/** Analysed word by word: neither sortable nor groupable. */
export const FULL_TEXT_FIELDS: readonly string[] = [FIELD.message, FIELD.fullMessage]

const INTERNAL_PREFIX = 'gl2_'

/** All `gl2_` names, known or not, belong to the server. */
export const isInternalName = (name: string): boolean => name.startsWith(INTERNAL_PREFIX)

/** Describe how a message was received and processed; not counted in its size. */
export const METADATA_FIELDS: ReadonlySet<string> = new Set([
  FIELD.sourceInput,
  FIELD.sourceNode,
  FIELD.remoteIp,
  FIELD.remotePort,
  FIELD.remoteHostname,
  FIELD.accountedSize,
  FIELD.sourceCollector,
  ...LEGACY_ORIGIN,
  'gl2_original_timestamp',
  'gl2_processing_error',
  'gl2_receive_timestamp',
  'gl2_processing_timestamp',
])

/** Hidden where the console shows a message's fields. */
export const HIDDEN_FIELDS: ReadonlySet<string> = new Set([
  ...UNSETTABLE_FIELDS,
  ...SERVER_FIELDS,
  FIELD.messageId,
  FIELD.remoteHostname,
  FIELD.sourceCollector,
  ...LEGACY_ORIGIN,
])
