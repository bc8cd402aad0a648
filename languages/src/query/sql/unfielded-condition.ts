/**
 * A leaf of a query that names no field: any field of a message may match it. The columns are few and asked one by
 * one, and only where the text can be what they hold; all other fields are in the column `values` together.
 */
import { fieldCondition } from './field-condition.ts'
import type { FieldSchema } from './field-schema.ts'
import type { Leaf } from './leaf.ts'
import { leafTest } from './leaf-test.ts'
import { COLUMN_FIELDS } from './message-field.ts'
import { likeText } from './pattern-sql.ts'
import { sqlString } from './sql-literal.ts'
import {
  LONG_VALUE,
  MAX_STORED_VALUE_LENGTH,
  OTHER_VALUE,
  storedNumbers,
  storedValue,
  VALUE_SEPARATOR,
} from './stored-text.ts'
import { allOf, anyOf, dynamicCondition, NEVER } from './value-test.ts'

const OBJECT_ID = /^[0-9a-f]{24}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/
const ADDRESS = /^[0-9A-Fa-f.:%]+$/

/** What the values of a column look like, where that is known. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  // A word that merely could be a date, such as 2021, is not meant as one.
  timestamp: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}[.,]\d{3}/,
  _id: UUID,
  streams: OBJECT_ID,
  gl2_source_input: OBJECT_ID,
  gl2_source_node: UUID,
  gl2_remote_ip: ADDRESS,
  gl2_message_id: ULID,
}
/** Says where a message lies, not what it is. */
const NOT_ASKED = new Set(['_index'])

export function unfieldedCondition(leaf: Leaf, schema: FieldSchema, now: number): string {
  const columns = COLUMN_FIELDS.filter((name) => !NOT_ASKED.has(name) && mayHold(name, leaf))
  return anyOf([...columns.map((name) => fieldCondition(name, leaf, schema, now)), otherFields(leaf, schema)])
}

function mayHold(name: string, leaf: Leaf): boolean {
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined
  return shape === undefined || (leaf.kind !== 'term' && leaf.kind !== 'phrase') || shape.test(leaf.text)
}

function otherFields(leaf: Leaf, schema: FieldSchema): string {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
      return leaf.text.length > MAX_STORED_VALUE_LENGTH ? oneByOne(leaf, schema) : hasValue(leaf.text)
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
      return anyOf([someText(leaf), allOf([`values LIKE '%${LONG_VALUE}%'`, oneByOne(leaf, schema)])])
    case 'range':
      return oneByOne(leaf, schema)
    default:
      throw leaf satisfies never
  }
}

const oneByOne = (leaf: Leaf, schema: FieldSchema): string =>
  anyOf(schema.names().map((name) => dynamicCondition(name, schema, leafTest(leaf))))

/** LIKE, because that asks the index first. */
function hasValue(text: string): string {
  const others = [...storedNumbers(text), ...(text === 'true' || text === 'false' ? [OTHER_VALUE + text] : [])]
  const wanted = [storedValue(text), ...others]
  return anyOf(
    wanted.map((one) => `values LIKE ${sqlString(`%${likeText(VALUE_SEPARATOR + one + VALUE_SEPARATOR)}%`)}`),
  )
}

function someText(leaf: Leaf): string {
  const test = leafTest(leaf).string
  if (test === undefined) return NEVER
  const texts = `arrayFilter(v -> v != '' AND NOT startsWith(v, '${OTHER_VALUE}') AND v != '${LONG_VALUE}', splitByChar(${sqlString(VALUE_SEPARATOR)}, values))`
  const plain = `replaceAll(replaceAll(v, '~2', ${sqlString(VALUE_SEPARATOR)}), '~1', '~')`
  return `arrayExists(x -> ${test('x')}, arrayMap(v -> ${plain}, ${texts}))`
}
