/** Encodes messages as the rows that row-batch.ts describes. */

import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { wordsInPlace } from '@logyard/languages/query/analysis'
import type { Analyzer } from '@logyard/languages/query/analyzers'
import {
  isPlainText,
  LONG_VALUE,
  MAX_STORED_VALUE_LENGTH,
  OTHER_VALUE,
  SOURCE_VALUE,
  storedValue,
  VALUE_SEPARATOR,
  wordsColumn,
} from '@logyard/languages/query-sql/stored-text'
import { encodeScalar, encodeValue, NEEDS_ESCAPE, quote, storedElement } from './encode-value.ts'
import type { Message } from './message.ts'
import type { MessageIds } from './message-ids.ts'
import { NO_ROWS, rowStart } from './row-batch.ts'
import { createRowBuffer } from './row-buffer.ts'

/** A text column and its column of words. */
function encodeText(text: string, analyzer: Analyzer): string {
  if (text === '') return '"",""'
  const hasWords = analyzer !== 'standard' || !isPlainText(text)
  return `${quote(text)},${hasWords ? quote(wordsColumn(wordsInPlace(text, analyzer))) : '""'}`
}

/** A sender that invents a source for each message must not fill the memory. */
const MAX_CACHED_SOURCES = 10_000

/** The source as an entry of the `values` column: lower case, escaped for JSON. */
const searchableSource = (source: string): string =>
  VALUE_SEPARATOR + SOURCE_VALUE + storedValue(quote(source.toLowerCase()).slice(1, -1))

/** Field values for two columns: `values` has the short ones, `object` all of them by name. */
interface FieldTexts {
  values: string
  object: string
}

function addText(texts: FieldTexts, value: string) {
  const needsEscape = NEEDS_ESCAPE.test(value)
  const json = needsEscape ? JSON.stringify(value.toWellFormed()) : `"${value}"`
  texts.object += json
  if (value.length > MAX_STORED_VALUE_LENGTH) texts.values += VALUE_SEPARATOR + LONG_VALUE
  else texts.values += VALUE_SEPARATOR + storedValue(needsEscape ? json.slice(1, -1) : value)
}

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

/** The columns `values` and `fields`. Search terms without a field name also look up source and sender in `values`. */
function encodeFields({ fields, remoteAddress }: Message, sourceValue: string): string {
  const texts: FieldTexts = { values: sourceValue, object: '' }
  if (remoteAddress !== '') texts.values += VALUE_SEPARATOR + storedValue(quote(remoteAddress).slice(1, -1))
  for (const [name, value] of fields) {
    if (name === 'full_message') continue
    if (name === 'gl2_message_id') {
      // It has its own column, but a sender's id can be any text, so terms without a field name must find it.
      if (typeof value === 'string') {
        const own: FieldTexts = { values: texts.values, object: '' }
        addText(own, value)
        texts.values = own.values
      }
      continue
    }
    // Names consist of letters, digits, `_`, `-` and `@`, so they need no escapes.
    texts.object += texts.object === '' ? `"${name}":` : `,"${name}":`
    if (typeof value === 'string') addText(texts, value)
    else if (typeof value === 'object') addList(texts, value)
    else addOther(texts, value)
  }
  return `"${texts.values}${VALUE_SEPARATOR}",{${texts.object}}`
}

export interface RowFacts {
  readonly ids: MessageIds
  readonly accountedSize: number
  /** Decimal digits. */
  readonly template: string
  /** The streams in JSON, which many messages share. */
  readonly streamsJson: string
  /** Made by `originColumns`. */
  readonly origin: string
  readonly indexes: readonly string[]
  /** The analyzer of each index. */
  readonly analyzers: readonly Analyzer[]
}

/** The columns of an input and a node, which many messages share. */
export const originColumns = (inputId: string, nodeId: string): string => `${quote(inputId)},${quote(nodeId)}`

/** Caches what it has made of sources: use one for all messages of a thread. */
export function createRowEncoder() {
  const buffer = createRowBuffer()
  let count = 0
  const sourceValues = createBoundedMap<string, string>(MAX_CACHED_SOURCES)

  function sourceValueOf(source: string): string {
    const cached = sourceValues.get(source)
    if (cached !== undefined) return cached
    const made = searchableSource(source)
    sourceValues.set(source, made)
    return made
  }

  return {
    /** Adds the rows of a message: one for each of its indices. */
    add(message: Message, facts: RowFacts) {
      buffer.add(encodeRows(message, facts, sourceValueOf(message.source)))
      count += facts.indexes.length
    },
    /** Returns what was added since the last call. */
    take() {
      if (count === 0) return NO_ROWS
      const batch = { chunks: [buffer.take()], count }
      count = 0
      return batch
    },
  }
}

function encodeRows(message: Message, facts: RowFacts, sourceValue: string): string {
  const full = textOf(message.fields.get('full_message'))
  const begin = `${message.timestampMs},${quote(message.source)}`
  const end =
    `${facts.streamsJson},${facts.origin},` +
    `${quote(message.remoteAddress)},${message.remotePort},${quote(facts.ids.gl2MessageId)},` +
    `${facts.accountedSize},${facts.template},${encodeFields(message, sourceValue)}]\n`
  let rows = ''
  let analyzer: Analyzer | undefined
  let texts = ''
  for (const [at, index] of facts.indexes.entries()) {
    // Most indices have the same analyzer.
    if (analyzer !== facts.analyzers[at]) {
      analyzer = facts.analyzers[at] ?? 'standard'
      texts = `${encodeText(message.message, analyzer)},${encodeText(full, analyzer)}`
    }
    rows += `${rowStart(facts.ids.id, index)},${begin},${texts},${end}`
  }
  return rows
}

function textOf(value: FieldValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : encodeValue(value)
}
