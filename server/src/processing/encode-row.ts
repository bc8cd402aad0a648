/** A message as lines of JSONCompactEachRow in the order of MESSAGE_COLUMNS: one for each index that it goes to. */
import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { analyzeText } from '@logyard/languages/query/analysis'
import {
  isPlainText,
  LONG_VALUE,
  MAX_STORED_VALUE_LENGTH,
  OTHER_VALUE,
  SOURCE_VALUE,
  storedValue,
  VALUE_SEPARATOR,
  wordsColumn,
} from '@logyard/languages/query/sql/stored-text'
import type { MessageIds } from '../messages/message-ids.ts'
import type { Message } from './message.ts'

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
function encodeElement(value: Scalar): string {
  if (typeof value !== 'bigint' || Number.isSafeInteger(Number(value))) return encodeScalar(value)
  return `"${value}"`
}

const encodeList = (list: readonly Scalar[]): readonly string[] => list.map(encodeElement)

const textOfList = (list: readonly Scalar[]): string => `[${encodeList(list).join(',')}]`

/** The column of words beside a text, as it stands in a row. */
const encodeWords = (text: string): string => (isPlainText(text) ? '""' : quote(wordsColumn(analyzeText(text))))

/** A value in the column of values, from its own JSON text. */
function searchable(value: Scalar, json: string): string {
  if (!json.startsWith('"')) return OTHER_VALUE + json
  const length = json.length - 2
  if (length > MAX_STORED_VALUE_LENGTH && typeof value === 'string' && value.length > MAX_STORED_VALUE_LENGTH) {
    return LONG_VALUE
  }
  return storedValue(json.slice(1, -1))
}

/** Both columns that hold fields: the values alone, and the object. Terms without a field look for the source, too. */
function encodeFields({ fields, source, remoteAddress }: Message): string {
  let values = VALUE_SEPARATOR + SOURCE_VALUE + storedValue(quote(source.toLowerCase()).slice(1, -1))
  if (remoteAddress !== '') values += VALUE_SEPARATOR + storedValue(quote(remoteAddress).slice(1, -1))
  let object = ''
  for (const [name, value] of fields) {
    if (name === 'full_message') continue
    // Ours is a column; a sender's may be anything, and terms without a field have to find it.
    const isColumn = name === 'gl2_message_id'
    // Names are made of letters, digits, `_`, `-` and `@`: nothing that would need an escape.
    if (!isColumn) object += `${object === '' ? '"' : ',"'}${name}":`
    if (typeof value === 'object') {
      const list = encodeList(value)
      for (const [at, json] of list.entries()) values += VALUE_SEPARATOR + searchable(value[at] ?? '', json)
      if (!isColumn) object += `[${list.join(',')}]`
    } else {
      const json = encodeScalar(value)
      values += VALUE_SEPARATOR + searchable(value, json)
      if (!isColumn) object += json
    }
  }
  return `"${values}${VALUE_SEPARATOR}",{${object}}`
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
}

export function encodeRows(message: Message, facts: RowFacts): string {
  const { fields } = message
  const full = textOf(fields.get('full_message'))
  const rest =
    `${message.timestampMs},${quote(message.source)},${quote(message.message)},${encodeWords(message.message)},` +
    `${full === '' ? '"",""' : `${quote(full)},${encodeWords(full)}`},${facts.streamsJson},${facts.originJson},` +
    `${quote(message.remoteAddress)},${message.remotePort},${quote(facts.ids.gl2MessageId)},` +
    `${facts.accountedSize},${facts.template},${encodeFields(message)}]\n`
  const [only] = facts.indexes
  if (facts.indexes.length === 1) return `["${facts.ids.id}","${only}",${rest}`
  return facts.indexes.map((index) => `["${facts.ids.id}","${index}",${rest}`).join('')
}

export const encodeValue = (value: FieldValue): string =>
  typeof value === 'object' ? textOfList(value) : encodeScalar(value)

function textOf(value: FieldValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : encodeValue(value)
}
