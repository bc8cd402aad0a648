/**
 * The condition of a leaf without a field name, which any field of a message may match. Columns that many messages have
 * are compared one by one, and only if they can contain the text; all other fields are searched in the column `values`.
 */

import { FIELD } from '@logyard/contract/messages/message-fields'
import { type Leaf, mayMatchOnly } from '../query/leaf.ts'
import { translateRegex } from '../query/translate-regex.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { ALWAYS, allOf, anyOf, NEVER } from './condition.ts'
import type { FieldColumn } from './field-columns.ts'
import { fieldCondition } from './field-condition.ts'
import type { FieldSchema } from './field-schema.ts'
import { fuzzyPattern } from './fuzzy-sql.ts'
import { leafCondition } from './leaf-condition.ts'
import { COLUMN_FIELDS } from './message-field.ts'
import { likeAround } from './pattern-sql.ts'

import {
  LONG_VALUE,
  MAX_STORED_VALUE_LENGTH,
  OTHER_VALUE,
  SOURCE_VALUE,
  storedNumbers,
  storedValue,
  VALUE_SEPARATOR,
} from './stored-text.ts'
import { columnCondition, restCondition } from './value-condition.ts'
import { valuesHold } from './values-column.ts'

const OBJECT_ID = /^[0-9a-f]{24}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/

interface Shape {
  /** Matches the whole values. */
  readonly whole: RegExp
  /** Matches texts of their characters. */
  readonly characters?: RegExp
}

const HEX = /^[0-9a-f]*$/
const HEX_AND_DASHES = /^[0-9a-f-]*$/

/** The form of a column's values; a text of another form cannot be one of them. */
const SHAPES: Readonly<Record<string, Shape>> = {
  // Only a complete date and time is read as a timestamp, not a word like 2021.
  [FIELD.timestamp]: { whole: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}[.,]\d{3}/ },
  [FIELD.id]: { whole: UUID, characters: HEX_AND_DASHES },
  [FIELD.streams]: { whole: OBJECT_ID, characters: HEX },
  [FIELD.sourceInput]: { whole: OBJECT_ID, characters: HEX },
  [FIELD.sourceNode]: { whole: UUID, characters: HEX_AND_DASHES },
  [FIELD.messageId]: { whole: ULID },
}
/** Says where a message is stored, so it is searched only by name. */
const NEVER_ASKED = new Set<string>([FIELD.index])
/** Columns whose values are also in the column `values`. */
const WITH_VALUES = new Set<string>([FIELD.source, FIELD.remoteIp])

/** A message matches if it satisfies one of both. */
export interface UnfieldedParts {
  /** On columns that have an index of words, a dictionary or numbers: these take little time to read. */
  readonly quick: Sql
  /** On columns whose indices usually exclude all messages. */
  readonly indexed: Sql
}

/** The texts of messages come last: the engine splits only those into words that no value has decided. */
export function unfieldedCondition(leaf: Leaf, schema: FieldSchema, now: number): Sql {
  const { quick, indexed } = unfieldedParts(leaf, schema, now)
  return anyOf([indexed, quick])
}

export function unfieldedParts(leaf: Leaf, schema: FieldSchema, now: number): UnfieldedParts {
  const columns = COLUMN_FIELDS.filter((name) => !NEVER_ASKED.has(name) && mayHold(name, leaf))
  const ofValue = leafCondition(leaf)
  const compared = schema.columns.all.filter(({ numberInValues }) => numberInValues === undefined)
  const isIndexed = ({ type, isRepetitive }: FieldColumn) => type === 'String' && !isRepetitive
  const conditions = (columns: readonly FieldColumn[]) => columns.map((column) => columnCondition(column, ofValue))
  return {
    quick: anyOf([
      ...conditions(compared.filter((column) => !isIndexed(column))),
      ...columns.map((name) => fieldCondition(name, leaf, schema, now)),
    ]),
    indexed: anyOf([...conditions(compared.filter(isIndexed)), otherFields(leaf, schema)]),
  }
}

function mayHold(name: string, leaf: Leaf): boolean {
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined
  if (leaf.kind !== 'term' && leaf.kind !== 'phrase') {
    return shape?.characters === undefined || mayMatchOnly(leaf, shape.characters)
  }
  if (WITH_VALUES.has(name)) return leaf.text.length > MAX_STORED_VALUE_LENGTH
  return shape === undefined || shape.whole.test(leaf.text)
}

function otherFields(leaf: Leaf, schema: FieldSchema): Sql {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
      return leaf.text.length > MAX_STORED_VALUE_LENGTH ? ofLongTexts(leaf, schema) : hasValue(leaf.text)
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
      return anyOf([someText(leaf), allOf([sql`values LIKE ${`%${LONG_VALUE}%`}`, ofLongTexts(leaf, schema)])])
    case 'range':
      return oneByOne(leaf, schema, () => true)
    default:
      throw leaf satisfies never
  }
}

function ofLongTexts(leaf: Leaf, schema: FieldSchema): Sql {
  return oneByOne(leaf, schema, (name) => schema.mayBeLong(name))
}

/** Compares the values of these fields that are in the column `values`. */
function oneByOne(leaf: Leaf, schema: FieldSchema, isAsked: (name: string) => boolean): Sql {
  const ofValue = leafCondition(leaf)
  const columns = schema.columns.all.filter(
    ({ field, numberInValues }) => numberInValues !== undefined && isAsked(field),
  )
  return anyOf([
    ...columns.map((column) => columnCondition(column, ofValue)),
    ...schema
      .names()
      .filter(isAsked)
      .map((name) => restCondition(name, schema, ofValue)),
  ])
}

function hasValue(text: string): Sql {
  const wanted = [
    storedValue(text),
    SOURCE_VALUE + storedValue(text.toLowerCase()),
    ...storedNumbers(text),
    ...(text === 'true' || text === 'false' ? [OTHER_VALUE + text] : []),
  ]
  return anyOf(wanted.map(valuesHold))
}

/** Splitting the values is slow, so a quick check excludes messages that cannot match. */
function someText(leaf: Extract<Leaf, { kind: 'wildcard' | 'regex' | 'fuzzy' }>): Sql {
  const condition = leafCondition(leaf).string
  if (condition === undefined) return NEVER
  const isText = sql`v != '' AND (NOT startsWith(v, '~') OR startsWith(v, '~1') OR startsWith(v, '~2'))`
  const texts = sql`arrayFilter(v -> ${isText}, splitByChar(${VALUE_SEPARATOR}, values))`
  const plain = sql`replaceAll(replaceAll(v, '~2', ${VALUE_SEPARATOR}), '~1', '~')`
  return allOf([mayHoldText(leaf), sql`arrayExists(x -> ${condition(sql`x`)}, arrayMap(v -> ${plain}, ${texts}))`])
}

function mayHoldText(leaf: Extract<Leaf, { kind: 'wildcard' | 'regex' | 'fuzzy' }>): Sql {
  switch (leaf.kind) {
    case 'wildcard':
      return sql`values LIKE ${likeAround(leaf.parts, storedValue)}`
    case 'regex': {
      const translated = translateRegex(leaf.pattern)
      // The pattern does not match escaped characters.
      return translated.ok ? sql`match(values, ${`(?:${translated.re2})|~[12]`})` : NEVER
    }
    case 'fuzzy': {
      const pattern = fuzzyPattern(leaf.text, leaf.edits)
      return pattern === undefined ? ALWAYS : sql`match(values, ${`(?:${pattern})|~[12]`})`
    }
    default:
      throw leaf satisfies never
  }
}
