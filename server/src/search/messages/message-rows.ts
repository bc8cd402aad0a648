/** Reads messages from the store: the columns to select, and the document of a row. */
import type { MessageDocument } from '@logyard/contract/search/search-results'
import { fieldColumnSql } from '@logyard/languages/query-sql/field-columns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { ID_COLUMNS } from '@logyard/languages/query-sql/message-id'
import { columnValues } from '@logyard/languages/query-sql/stored-text'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { engineRowsUnusable } from '../../store/engine/engine-failure.ts'
import { idsOfParts } from '../../store/messages/message-ids.ts'
import { exactJson } from '../statements/exact-json.ts'
import type { SqlRow } from '../statements/search-engine.ts'

const OWN_COLUMNS: readonly Sql[] = [
  ...ID_COLUMNS.map((column, at) => (at === 0 ? sql`toUnixTimestamp64Milli(${column})` : column)),
  sql`toString(\`index\`)`,
  sql`toUnixTimestamp64Milli(timestamp)`,
  sql`source`,
  sql`message`,
  sql`full_message`,
  sql`stream_ids`,
  sql`gl2_source_input`,
  sql`gl2_source_node`,
  sql`gl2_remote_ip`,
  sql`gl2_remote_port`,
  sql`own_message_id`,
  sql`gl2_accounted_message_size`,
]

/** Reads messages from the rows of a SELECT of `selection`. */
export interface MessageReader {
  readonly selection: Sql
  read(row: SqlRow): StoredMessage
}

/**
 * Reads all fields. The engine opens a column for each part of the table and 8192 messages, so those of few messages are
 * left out: `values` has their short values.
 */
export function messageReader({ columns, mayBeLong }: Pick<FieldSchema, 'columns' | 'mayBeLong'>): MessageReader {
  const opened = columns.all.filter(({ field, numberInValues }) => numberInValues === undefined || mayBeLong(field))
  const read = [...opened, ...columns.computed]
  const names = read.map(({ field }) => field)
  const isRead = opened.length < columns.all.length
  const byNumber = new Map(columns.all.map(({ field, numberInValues }) => [numberInValues, field]))
  return {
    selection: sqlList([...OWN_COLUMNS, sql`fields`, isRead ? sql`values` : sql`''`, ...read.map(fieldColumnSql)]),
    read(row) {
      const [fields, values, ...more] = row.slice(OWN_COLUMNS.length)
      const inJson = typeof fields === 'object' ? fields : {}
      return readMessageRow(row, { ...inJson, ...fieldsIn(String(values), byNumber), ...named(names, more) })
    },
  }
}

/** The short values of columns of fields. */
function fieldsIn(values: string, byNumber: ReadonlyMap<number | undefined, string>): Record<string, unknown> {
  return Object.fromEntries(
    columnValues(values).flatMap(({ column, text, json }) => {
      const field = byNumber.get(column)
      return field === undefined || (text ?? json) === undefined ? [] : [[field, text ?? exactJson.parse(json ?? '')]]
    }),
  )
}

/** Reads only these fields: opening all of them takes longer than finding a message. */
export function partialReader(fields: readonly string[], { columns }: Pick<FieldSchema, 'columns'>): MessageReader {
  const known = [...columns.all, ...columns.computed].filter(({ field }) => fields.includes(field))
  const names = [...fields, ...known.map(({ field }) => field)]
  return {
    selection: sqlList([
      ...OWN_COLUMNS,
      ...fields.map((name) => sql`fields.${sqlName(name)}`),
      ...known.map(fieldColumnSql),
    ]),
    read: (row) => readMessageRow(row, named(names, row.slice(OWN_COLUMNS.length))),
  }
}

/** The values that are there, by name. A field has a value in one of its columns at most. */
const named = (names: readonly string[], values: SqlRow): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    names.flatMap((name, at) => (values[at] === null || values[at] === '' ? [] : [[name, values[at]]])),
  )

export interface StoredMessage {
  readonly index: string
  /** All fields by name. Integers beyond the exact doubles are bigints. */
  readonly document: MessageDocument
}

function readMessageRow(row: SqlRow, fields: Readonly<Record<string, unknown>>): StoredMessage {
  const [receivedAtMs, journalOffset, place, index, timestampMs, source, message, full, streamIds, ...more] = row
  const [input, node, ip, port, ownMessageId, size] = more
  if (typeof timestampMs !== 'number') throw engineRowsUnusable('the engine returned something other than a message')
  const parts = { receivedAtMs: Number(receivedAtMs), journalOffset: Number(journalOffset), place: Number(place) }
  const ids = idsOfParts(parts, ownMessageId === '' ? undefined : String(ownMessageId))
  const document = {
    ...fields,
    ...present({ full_message: full, gl2_source_input: input, gl2_source_node: node, gl2_remote_ip: ip }),
    ...(port === 0 ? {} : { gl2_remote_port: port }),
    gl2_message_id: ids.gl2MessageId,
    gl2_accounted_message_size: size,
    _id: ids.id,
    timestamp: new Date(Number(timestampMs)).toISOString(),
    source: String(source),
    message: String(message),
    streams: streamIds === '' ? [] : String(streamIds).split(' '),
  }
  return { index: String(index), document }
}

/** An empty text in a column is a missing field. */
const present = (texts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
