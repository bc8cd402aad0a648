/** A message as lines of JSONCompactEachRow in the order of MESSAGE_COLUMNS: one for each index that it goes to. */

import type { FieldValue, Scalar } from '@logyard/codecs/codec'
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
import { createBoundedMap } from '../../platform/bounded-map.ts'
import type { Message } from '../../store/messages/message.ts'
import type { MessageIds } from '../../store/messages/message-ids.ts'

/** Anything that must not stand in a JSON text as it is, and halves of pairs that may have lost the other one. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}]/u

export function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text.toWellFormed()) : `"${text}"`
}

const MIN_INT64 = -(2n ** 63n)
const MAX_UINT64 = 2n ** 64n - 1n
const MAX_INTEGER_DIGITS = 1e18

export function encodeScalar(value: Scalar): string {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      // Whole numbers beyond 64 bits are refused, unless they show that they are floating.
      return Math.abs(value) < MAX_INTEGER_DIGITS ? `${value}` : value.toExponential()
    case 'bigint':
      return value >= MIN_INT64 && value <= MAX_UINT64 ? `${value}` : `"${value}"`
  }
}

/** A list may end among lists of doubles in the store: whole numbers that one cannot hold go there as texts. */
const storedElement = (value: Scalar): Scalar =>
  typeof value !== 'bigint' || Number.isSafeInteger(Number(value)) ? value : `${value}`

const textOfList = (list: readonly Scalar[]): string =>
  `[${list.map((value) => encodeScalar(storedElement(value))).join(',')}]`

/** A text and the column of words beside it, as they stand in a row. */
function encodeText(text: string, analyzer: Analyzer): string {
  if (text === '') return '"",""'
  const hasWords = analyzer !== 'standard' || !isPlainText(text)
  return `${quote(text)},${hasWords ? quote(wordsColumn(wordsInPlace(text, analyzer))) : '""'}`
}

/** Senders repeat their names; one that makes up a new one for each message must not fill the memory. */
const MAX_KNOWN_SOURCES = 10_000
const knownSources = createBoundedMap<string, string>(MAX_KNOWN_SOURCES)

/** The source in the column of values, in lower case and as JSON has it between quotes. */
function searchableSource(source: string): string {
  const known = knownSources.get(source)
  if (known !== undefined) return known
  const made = VALUE_SEPARATOR + SOURCE_VALUE + storedValue(quote(source.toLowerCase()).slice(1, -1))
  knownSources.set(source, made)
  return made
}

/** The values of fields in two columns: one has nothing but short values, the other the object. */
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
  // Whole numbers beyond 64 bits are texts.
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

/** Both columns that hold fields. Terms without a field look for the source and the sender in the values, too. */
function encodeFields({ fields, source, remoteAddress }: Message): string {
  const texts: FieldTexts = { values: searchableSource(source), object: '' }
  if (remoteAddress !== '') texts.values += VALUE_SEPARATOR + storedValue(quote(remoteAddress).slice(1, -1))
  for (const [name, value] of fields) {
    if (name === 'full_message') continue
    if (name === 'gl2_message_id') {
      // A column of its own: a sender's may be anything, and terms without a field have to find it.
      if (typeof value === 'string') {
        const own: FieldTexts = { values: texts.values, object: '' }
        addText(own, value)
        texts.values = own.values
      }
      continue
    }
    // Names are made of letters, digits, `_`, `-` and `@`: nothing that would need an escape.
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
  /** JSON texts of what many messages share. */
  readonly streamsJson: string
  readonly originJson: string
  readonly indexes: readonly string[]
  /** How each of them splits texts into words. */
  readonly analyzers: readonly Analyzer[]
}

export function encodeRows(message: Message, facts: RowFacts): string {
  const full = textOf(message.fields.get('full_message'))
  const begin = `${message.timestampMs},${quote(message.source)}`
  const end =
    `${facts.streamsJson},${facts.originJson},` +
    `${quote(message.remoteAddress)},${message.remotePort},${quote(facts.ids.gl2MessageId)},` +
    `${facts.accountedSize},${facts.template},${encodeFields(message)}]\n`
  let rows = ''
  let analyzer: Analyzer | undefined
  let texts = ''
  for (const [at, index] of facts.indexes.entries()) {
    // Most indices split texts alike.
    if (analyzer !== facts.analyzers[at]) {
      analyzer = facts.analyzers[at] ?? 'standard'
      texts = `${encodeText(message.message, analyzer)},${encodeText(full, analyzer)}`
    }
    rows += `["${facts.ids.id}","${index}",${begin},${texts},${end}`
  }
  return rows
}

export const encodeValue = (value: FieldValue): string =>
  typeof value === 'object' ? textOfList(value) : encodeScalar(value)

function textOf(value: FieldValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : encodeValue(value)
}
