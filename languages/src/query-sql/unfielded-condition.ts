/**
 * A leaf of a query that names no field: any field of a message may match it. The columns are few and asked one by
 * one, and only where the text can be what they hold; all other fields are in the column `values` together.
 */

import { FIELD } from '@logyard/contract/messages/message-fields'
import type { Leaf } from '../query/leaf.ts'
import { translateRegex } from '../query/translate-regex.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { ALWAYS, allOf, anyOf, NEVER } from './condition.ts'
import { fieldCondition } from './field-condition.ts'
import type { FieldSchema } from './field-schema.ts'
import { fuzzyPattern } from './fuzzy-sql.ts'
import { leafTest } from './leaf-condition.ts'
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
import { dynamicCondition } from './value-condition.ts'
import { valuesHold } from './values-column.ts'

const OBJECT_ID = /^[0-9a-f]{24}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** What values of a column look like; a text that looks otherwise is no value of it. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  // A word that merely could be a date, such as 2021, is not meant as one.
  [FIELD.timestamp]: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}[.,]\d{3}/,
  [FIELD.id]: UUID,
  [FIELD.streams]: OBJECT_ID,
  [FIELD.sourceInput]: OBJECT_ID,
  [FIELD.sourceNode]: UUID,
  [FIELD.messageId]: ULID,
}
/** Says where a message lies, not what it is. */
const NEVER_ASKED = new Set<string>([FIELD.index])
/** Among the values. */
const WITH_VALUES = new Set<string>([FIELD.source, FIELD.remoteIp])

export function unfieldedCondition(leaf: Leaf, schema: FieldSchema, now: number): Sql {
  const columns = COLUMN_FIELDS.filter((name) => !NEVER_ASKED.has(name) && mayHold(name, leaf))
  return anyOf([...columns.map((name) => fieldCondition(name, leaf, schema, now)), otherFields(leaf, schema)])
}

function mayHold(name: string, leaf: Leaf): boolean {
  if (leaf.kind !== 'term' && leaf.kind !== 'phrase') return true
  if (WITH_VALUES.has(name)) return leaf.text.length > MAX_STORED_VALUE_LENGTH
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined
  return shape === undefined || shape.test(leaf.text)
}

function otherFields(leaf: Leaf, schema: FieldSchema): Sql {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
      return leaf.text.length > MAX_STORED_VALUE_LENGTH ? oneByOne(leaf, schema) : hasValue(leaf.text)
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
      return anyOf([someText(leaf), allOf([sql`values LIKE ${`%${LONG_VALUE}%`}`, oneByOne(leaf, schema)])])
    case 'range':
      return oneByOne(leaf, schema)
    default:
      throw leaf satisfies never
  }
}

const oneByOne = (leaf: Leaf, schema: FieldSchema): Sql =>
  anyOf(schema.names().map((name) => dynamicCondition(name, schema, leafTest(leaf))))

function hasValue(text: string): Sql {
  const wanted = [
    storedValue(text),
    SOURCE_VALUE + storedValue(text.toLowerCase()),
    ...storedNumbers(text),
    ...(text === 'true' || text === 'false' ? [OTHER_VALUE + text] : []),
  ]
  return anyOf(wanted.map(valuesHold))
}

/** Taking the values apart is slow: first those are left out that cannot hold such a text. */
function someText(leaf: Extract<Leaf, { kind: 'wildcard' | 'regex' | 'fuzzy' }>): Sql {
  const test = leafTest(leaf).string
  if (test === undefined) return NEVER
  const isText = sql`v != '' AND (NOT startsWith(v, '~') OR startsWith(v, '~1') OR startsWith(v, '~2'))`
  const texts = sql`arrayFilter(v -> ${isText}, splitByChar(${VALUE_SEPARATOR}, values))`
  const plain = sql`replaceAll(replaceAll(v, '~2', ${VALUE_SEPARATOR}), '~1', '~')`
  return allOf([mayHoldText(leaf), sql`arrayExists(x -> ${test(sql`x`)}, arrayMap(v -> ${plain}, ${texts}))`])
}

function mayHoldText(leaf: Extract<Leaf, { kind: 'wildcard' | 'regex' | 'fuzzy' }>): Sql {
  switch (leaf.kind) {
    case 'wildcard':
      return sql`values LIKE ${likeAround(leaf.parts, storedValue)}`
    case 'regex': {
      const translated = translateRegex(leaf.pattern)
      // The pattern knows nothing of escapes.
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
