/** Reads messages from the store: the columns to select, and the document of a row. */
import type { MessageDocument } from '@logyard/contract/search/search-results'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { engineRowsUnusable } from '../../store/engine/engine-failure.ts'
import type { SqlRow } from '../statements/search-engine.ts'

const OWN_COLUMNS: readonly Sql[] = [
  sql`toString(id)`,
  sql`toString(\`index\`)`,
  sql`toUnixTimestamp64Milli(timestamp)`,
  sql`source`,
  sql`message`,
  sql`full_message`,
  sql`streams`,
  sql`gl2_source_input`,
  sql`gl2_source_node`,
  sql`gl2_remote_ip`,
  sql`gl2_remote_port`,
  sql`gl2_message_id`,
  sql`gl2_accounted_message_size`,
]

/** For a SELECT from `messages`, whose rows `readMessageRow` reads. */
export const MESSAGE_SELECTION = sqlList([...OWN_COLUMNS, sql`fields`])

/** Only these fields, for `readPartialRow`: opening all fields takes longer than finding a message. */
export const partialSelection = (fields: readonly string[]): Sql =>
  sqlList([...OWN_COLUMNS, ...fields.map((name) => sql`fields.${sqlName(name)}`)])

export function readPartialRow(row: SqlRow, fields: readonly string[]): StoredMessage {
  const values = row.slice(OWN_COLUMNS.length)
  const named = Object.fromEntries(fields.map((name, place) => [name, values[place]]))
  return readMessageRow([...row.slice(0, OWN_COLUMNS.length), named])
}

export interface StoredMessage {
  readonly index: string
  /** All fields by name. Integers beyond the exact doubles are bigints. */
  readonly document: MessageDocument
}

export function readMessageRow(row: SqlRow): StoredMessage {
  const [id, index, timestampMs, source, message, full, streams, input, node, ip, port, ulid, size, fields] = row
  if (typeof timestampMs !== 'number') throw engineRowsUnusable('the engine returned something other than a message')
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

/** An empty text in a column is a missing field. */
const present = (texts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
