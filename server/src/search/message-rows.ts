/** Messages as they are read from the store: the columns to select, and the document that becomes of a row. */
import type { MessageDocument } from '@logyard/contract/search-results'
import { sqlIdentifier } from '@logyard/languages/query/sql/sql-literal'
import type { SqlRow } from './search-engine.ts'

const OWN_COLUMNS: readonly string[] = [
  'toString(id)',
  'toString(`index`)',
  'toUnixTimestamp64Milli(timestamp)',
  'source',
  'message',
  'full_message',
  'streams',
  'gl2_source_input',
  'gl2_source_node',
  'gl2_remote_ip',
  'gl2_remote_port',
  'gl2_message_id',
  'gl2_accounted_message_size',
]

/** For a SELECT from `messages`; `readMessageRow` takes what comes. */
export const MESSAGE_SELECTION = [...OWN_COLUMNS, 'fields'].join(', ')

/** The same with no other fields than these, for `readPartialRow`: opening all takes longer than finding a message. */
export const partialSelection = (fields: readonly string[]): string =>
  [...OWN_COLUMNS, ...fields.map((name) => `fields.${sqlIdentifier(name)}`)].join(', ')

export function readPartialRow(row: SqlRow, fields: readonly string[]): StoredMessage {
  const values = row.slice(OWN_COLUMNS.length)
  const named = Object.fromEntries(fields.map((name, place) => [name, values[place]]))
  return readMessageRow([...row.slice(0, OWN_COLUMNS.length), named])
}

export interface StoredMessage {
  readonly index: string
  /** Every field under its name; whole numbers that a double cannot hold are bigints. */
  readonly document: MessageDocument
}

export function readMessageRow(row: SqlRow): StoredMessage {
  const [id, index, timestampMs, source, message, full, streams, input, node, ip, port, ulid, size, fields] = row
  const document = {
    ...(typeof fields === 'object' ? fields : {}),
    ...present({ full_message: full, gl2_source_input: input, gl2_source_node: node, gl2_remote_ip: ip }),
    ...(port === 0 ? {} : { gl2_remote_port: port }),
    gl2_message_id: ulid,
    gl2_accounted_message_size: size,
    _id: String(id),
    timestamp: new Date(Number(timestampMs)).toISOString(),
    source: String(source),
    message: String(message),
    streams: Array.isArray(streams) ? streams.map(String) : [],
  }
  return { index: String(index), document }
}

/** An empty text in a column is a field that the message does not have. */
const present = (texts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
