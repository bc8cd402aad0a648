/** Encodes messages as blocks of columns, in the engine's Native format. */

import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { TemplateHash } from '@logyard/languages/message-templates/template'
import { wordsInPlace } from '@logyard/languages/query/analysis'
import type { Analyzer } from '@logyard/languages/query/analyzers'
import {
  COLUMN_OF_VALUE,
  isPlainText,
  LONG_VALUE,
  MAX_STORED_VALUE_LENGTH,
  OTHER_VALUE,
  SOURCE_VALUE,
  storedValue,
  VALUE_SEPARATOR,
  wordsColumn,
} from '@logyard/languages/query-sql/stored-text'
import { encodeScalar, encodeValue, quote, storedElement } from './encode-value.ts'
import type { StoredFieldColumn } from './field-column-table.ts'
import { createFieldWriters, type FieldWriters } from './field-writers.ts'
import type { Message, ReadableMessage } from './message.ts'
import type { MessageIds } from './message-ids.ts'
import { type NamedColumn, writeBlock } from './native/native-block.ts'
import {
  createHashColumn,
  createJsonColumn,
  createNumberColumn,
  createRepetitiveColumn,
  createTextColumn,
  type TextColumn,
} from './native/native-column.ts'
import { partitionDay } from './partition-day.ts'
import { NO_ROWS } from './row-batch.ts'
import { createValueCounter } from './value-counts.ts'

export interface RowFacts {
  readonly ids: MessageIds
  readonly accountedSize: number
  readonly template: TemplateHash
  readonly indexes: readonly string[]
  /** The analyzer of each index. */
  readonly analyzers: readonly Analyzer[]
}

/** Takes values of fields that have no columns for them. */
export interface RestFields {
  add(name: string, value: FieldValue): void
}

export interface PutFields {
  putMessage(column: TextColumn, row: number): void
  /** Puts the values into `copies` rows. */
  putFields(row: number, copies: number, rest: RestFields): void
}

/** What `values` has of the source and the sender of messages. */
interface Sender {
  readonly remoteAddress: string
  readonly values: string
  /** For messages without other values. */
  readonly allValues: string
}

/** A sender that invents a source for each message must not fill the memory. */
const MAX_CACHED_SOURCES = 10_000
const FIRST_BYTES = 64 * 1024

/** Caches what it has made of sources: use one for all messages of a thread. */
export function createRowEncoder() {
  const columns = createColumns()
  const own: readonly NamedColumn[] = Object.entries(columns).map(([name, column]) => ({ name, column }))
  const counter = createValueCounter()
  let ofFields = createFieldWriters([], putValue)
  const senders = createBoundedMap<string, Sender>(MAX_CACHED_SOURCES)
  let rows = 0
  let expectedBytes = FIRST_BYTES

  function senderOf(source: string, remoteAddress: string): Sender {
    const cached = senders.get(source)
    if (cached?.remoteAddress === remoteAddress) return cached
    const address = remoteAddress === '' ? '' : VALUE_SEPARATOR + storedValue(remoteAddress)
    const values = VALUE_SEPARATOR + SOURCE_VALUE + storedValue(source.toLowerCase()) + address
    const made = { remoteAddress, values, allValues: values + VALUE_SEPARATOR }
    senders.set(source, made)
    return made
  }

  /** The texts of the message that is being added. */
  const texts: FieldTexts = { values: '', object: '' }
  let sender: Sender = { remoteAddress: '', values: '', allValues: '' }
  /** The rows of one message have the same `values`. */
  function putValue(row: number, numberInValues: number, value: Scalar): void {
    if (row === rows) addColumnValue(texts, numberInValues, value)
  }
  const rest: RestFields = {
    add(name, value) {
      counter.add(name, value)
      addField(texts, name, value)
    },
  }

  /** Search terms without a field name also look up source and sender in `values`. */
  function begin({ source, remoteAddress }: ReadableMessage): void {
    counter.next(remoteAddress)
    texts.object = '{'
    sender = senderOf(source, remoteAddress)
    texts.values = sender.values
  }

  function putRows(message: ReadableMessage, facts: RowFacts, direct?: PutFields): void {
    const hasOthers = texts.values !== sender.values
    texts.values = hasOthers ? texts.values + VALUE_SEPARATOR : sender.allValues
    texts.object += '}'
    for (let at = 0; at < facts.indexes.length; at += 1) {
      if (direct === undefined) columns.message.put(rows, message.message)
      else direct.putMessage(columns.message, rows)
      putRow(columns, rows, message, facts, at, texts)
      rows += 1
    }
  }

  return {
    /** Replaces the columns of fields. Nothing may have been added since the last `take`. */
    configure(fieldColumns: readonly StoredFieldColumn[]) {
      ofFields = createFieldWriters(fieldColumns, putValue)
    },
    /** Adds the rows of a message: one for each of its indices. */
    add(message: Message, facts: RowFacts) {
      const copies = facts.indexes.length
      begin(message)
      for (const [name, value] of message.fields) {
        if (name === 'full_message') continue
        if (name === 'gl2_message_id') {
          // It has its own column, but a sender's id can be any text, so terms without a field name must find it.
          if (typeof value === 'string') texts.values += VALUE_SEPARATOR + searchableText(value)
        } else if (!ofFields.put(rows, copies, name, value)) rest.add(name, value)
      }
      putRows(message, facts)
    },
    /**
     * Adds the rows of a message without an object for its fields: `putFields` puts their values into their columns, and
     * adds all others to `rest`. The message has no full text and no id of its own.
     */
    addDirectly(message: ReadableMessage, facts: RowFacts, putFields: PutFields) {
      begin(message)
      putFields.putFields(rows, facts.indexes.length, rest)
      putRows(message, facts, putFields)
    },
    /** The columns of a field, until the columns are replaced. */
    columnsOf: (field: string): FieldWriters => ofFields.of(field),
    /** Returns what was added since the last call. */
    take() {
      if (rows === 0) return NO_ROWS
      const block = writeBlock([...own, ...ofFields.columns], rows, expectedBytes)
      const batch = { chunks: [block], count: rows }
      // The next block is usually about as long as this one.
      expectedBytes = Math.max(FIRST_BYTES, Math.ceil(block.length * 1.2))
      rows = 0
      return batch
    },
    /** Counts of values without columns, once there are enough of them. */
    takeCounts: counter.take,
  }
}

const createColumns = () => ({
  received: createNumberColumn("DateTime64(3, 'UTC')"),
  journal_offset: createNumberColumn('UInt64'),
  place: createNumberColumn('UInt32'),
  index: createRepetitiveColumn(),
  day: createNumberColumn('Date'),
  timestamp: createNumberColumn("DateTime64(3, 'UTC')"),
  source: createRepetitiveColumn(),
  message: createTextColumn(),
  words: createTextColumn(),
  full_message: createTextColumn(),
  full_words: createTextColumn(),
  stream_ids: createRepetitiveColumn(),
  gl2_source_input: createRepetitiveColumn(),
  gl2_source_node: createRepetitiveColumn(),
  gl2_remote_ip: createRepetitiveColumn(),
  gl2_remote_port: createNumberColumn('UInt16'),
  own_message_id: createRepetitiveColumn(),
  gl2_accounted_message_size: createNumberColumn('UInt32'),
  template: createHashColumn(),
  values: createTextColumn(),
  fields: createJsonColumn(),
})

type Columns = ReturnType<typeof createColumns>

/** Ids of streams in one text, which few different lists make. */
const streamIdsOf = (streams: readonly string[]): string =>
  streams.length === 1 ? (streams[0] ?? '') : streams.join(' ')

function putRow(
  columns: Columns,
  row: number,
  message: ReadableMessage,
  facts: RowFacts,
  at: number,
  { values, object }: FieldTexts,
): void {
  const analyzer = facts.analyzers[at] ?? 'standard'
  const { parts, ownMessageId } = facts.ids
  columns.received.put(row, parts.receivedAtMs)
  columns.journal_offset.put(row, parts.journalOffset)
  columns.place.put(row, parts.place)
  if (ownMessageId !== undefined) columns.own_message_id.put(row, ownMessageId)
  columns.day.put(row, partitionDay(message.timestampMs, parts.receivedAtMs))
  columns.index.put(row, facts.indexes[at] ?? '')
  columns.timestamp.put(row, message.timestampMs)
  columns.source.put(row, message.source)
  putWords(columns.words, row, message.message, analyzer)
  const full = message.fields.get('full_message')
  if (full !== undefined) {
    const text = textOf(full)
    columns.full_message.put(row, text)
    putWords(columns.full_words, row, text, analyzer)
  }
  columns.stream_ids.put(row, streamIdsOf(message.streams))
  columns.gl2_source_input.put(row, message.inputId)
  columns.gl2_source_node.put(row, message.nodeId)
  columns.gl2_remote_ip.put(row, message.remoteAddress)
  columns.gl2_remote_port.put(row, message.remotePort)
  columns.gl2_accounted_message_size.put(row, facts.accountedSize)
  columns.template.put(row, facts.template)
  columns.values.put(row, values)
  columns.fields.put(row, object)
}

function putWords(column: Columns['words'], row: number, text: string, analyzer: Analyzer): void {
  if (text === '' || (analyzer === 'standard' && isPlainText(text))) return
  column.put(row, wordsColumn(wordsInPlace(text, analyzer)))
}

const textOf = (value: FieldValue): string => (typeof value === 'string' ? value : encodeValue(value))

/**
 * The columns `values` and `fields`: `object` has all fields without columns by name, in JSON; `values` has their short
 * values, and those of the columns that few messages have.
 */
interface FieldTexts {
  values: string
  object: string
}

function addField(texts: FieldTexts, name: string, value: FieldValue): void {
  // Names consist of letters, digits, `_`, `-` and `@`, so they need no escapes.
  texts.object += texts.object.length === 1 ? `"${name}":` : `,"${name}":`
  if (typeof value === 'string') addText(texts, value)
  else if (typeof value === 'object') addList(texts, value)
  else addOther(texts, value)
}

function addText(texts: FieldTexts, value: string) {
  texts.object += quote(value)
  texts.values += VALUE_SEPARATOR + searchableText(value)
}

function addColumnValue(texts: FieldTexts, numberInValues: number, value: Scalar): void {
  const stored = typeof value === 'string' ? searchableText(value) : OTHER_VALUE + encodeScalar(value)
  texts.values += VALUE_SEPARATOR + COLUMN_OF_VALUE + numberInValues + VALUE_SEPARATOR + stored
}

const searchableText = (value: string): string =>
  value.length > MAX_STORED_VALUE_LENGTH ? LONG_VALUE : storedValue(value)

function addOther(texts: FieldTexts, value: Exclude<Scalar, string>) {
  const json = encodeScalar(value)
  // Whole numbers beyond 64 bits are encoded as strings.
  if (json.startsWith('"')) {
    addText(texts, `${value}`)
    return
  }
  texts.object += json
  texts.values += VALUE_SEPARATOR + OTHER_VALUE + json
}

function addList(texts: FieldTexts, list: readonly Scalar[]) {
  texts.object += '['
  for (const [at, value] of list.entries()) {
    if (at > 0) texts.object += ','
    const element = storedElement(value)
    if (typeof element === 'string') addText(texts, element)
    else addOther(texts, element)
  }
  texts.object += ']'
}
