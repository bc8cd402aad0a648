/** Turns a JSON object into fields. */

import { parseDocument } from '@logyard/codecs/batch/parse-document'
import type { FieldValue } from '@logyard/codecs/codec'
import { isJsonObject, type JsonObject, wholeNumber } from '@logyard/codecs/json-text'
import { MAX_RESULT_CHARACTERS, MAX_RESULT_FIELDS, resultTooLong, tooManyFields } from './extraction.ts'

export interface JsonOptions {
  /** Whether an inner object becomes one field of `key=value` pairs instead of one field for each value. */
  readonly flatten: boolean
  readonly listSeparator: string
  readonly keySeparator: string
  readonly kvSeparator: string
  readonly replaceKeyWhitespace: boolean
  readonly keyWhitespaceReplacement: string
  readonly keyPrefix: string
}

/** Objects inside one another. */
const MAX_DEPTH = 100

const WHITE_SPACE = /[ \t\n\v\f\r]/g

interface Flattening {
  readonly options: JsonOptions
  readonly fields: Map<string, FieldValue>
  characters: number
}

/** Returns undefined if the text is not a JSON object. Throws if the object exceeds the limits. */
export function flattenJson(text: string, options: JsonOptions): Map<string, FieldValue> | undefined {
  if (!isLikelyObject(text)) return undefined
  const parsed = parseDocument(text)
  if (!isJsonObject(parsed)) return undefined
  const flattening: Flattening = { options, fields: new Map(), characters: 0 }
  addAll(flattening, options.keyPrefix, parsed, 1)
  return flattening.fields
}

/** Parsing other texts would cost an exception each. */
function isLikelyObject(text: string): boolean {
  let from = 0
  let to = text.length - 1
  while (text.charCodeAt(from) <= 0x20) from += 1
  while (text.charCodeAt(to) <= 0x20) to -= 1
  return text[from] === '{' && text[to] === '}'
}

function addAll(flattening: Flattening, prefix: string, object: JsonObject, depth: number): void {
  const { replaceKeyWhitespace, keyWhitespaceReplacement } = flattening.options
  for (const name of Object.keys(object)) {
    const key = replaceKeyWhitespace ? name.replaceAll(WHITE_SPACE, () => keyWhitespaceReplacement) : name
    addValue(flattening, prefix + key, object[name], depth)
  }
}

function addValue(flattening: Flattening, name: string, value: unknown, depth: number): void {
  const { options } = flattening
  const single = fieldValueOf(value, options)
  if (single !== undefined) addField(flattening, name, single)
  else if (isJsonObject(value)) {
    checkDepth(depth)
    addAll(flattening, name + options.keySeparator, value, depth + 1)
  }
}

/** Undefined for null, and for an object that becomes several fields. */
function fieldValueOf(value: unknown, options: JsonOptions): FieldValue | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  const whole = wholeNumber(value)
  if (whole !== undefined) return whole
  if (Array.isArray(value)) return joinedItems(value, options.listSeparator)
  return options.flatten && isJsonObject(value) ? joinedPairs(value, options) : undefined
}

function checkDepth(depth: number): void {
  if (depth >= MAX_DEPTH) throw new Error(`The JSON object is nested deeper than ${MAX_DEPTH} levels`)
}

function addField(flattening: Flattening, name: string, value: FieldValue): void {
  flattening.characters += name.length + (typeof value === 'string' ? value.length : 0)
  if (flattening.characters > MAX_RESULT_CHARACTERS) throw resultTooLong()
  if (flattening.fields.size >= MAX_RESULT_FIELDS) throw tooManyFields()
  flattening.fields.set(name, value)
}

const joinedItems = (items: readonly unknown[], separator: string): string =>
  joined(
    items.filter((item) => item !== null),
    separator,
    (item) => shown(item, 1),
  )

const joinedPairs = (object: JsonObject, { listSeparator, kvSeparator }: JsonOptions): string =>
  joined(
    Object.keys(object).filter((key) => object[key] !== null),
    listSeparator,
    (key) => `${key}${kvSeparator}${shown(object[key], 1)}`,
  )

function joined<Item>(items: readonly Item[], separator: string, textOf: (item: Item) => string): string {
  let text = ''
  for (const [at, item] of items.entries()) {
    text += at === 0 ? textOf(item) : separator + textOf(item)
    if (text.length > MAX_RESULT_CHARACTERS) throw resultTooLong()
  }
  return text
}

/** As Java writes lists and maps: `[a, null, {k=v}]`. */
function shown(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (JSON.isRawJSON(value)) return value.rawJSON
  checkDepth(depth)
  if (Array.isArray(value)) return `[${value.map((item) => shown(item, depth + 1)).join(', ')}]`
  if (!isJsonObject(value)) return ''
  return `{${Object.keys(value)
    .map((key) => `${key}=${shown(value[key], depth + 1)}`)
    .join(', ')}}`
}
