/**
 * How one field of a message is read in SQL: from its own column, or from the column `fields`, which keeps values of
 * any type side by side. The expressions name only the types that the field ever had, so nothing else is read.
 */
import type { FieldSchema, StoredType } from './field-schema.ts'
import { sqlIdentifier } from './sql-literal.ts'

export interface FieldSql {
  /** A condition: the message has a value for it. */
  readonly exists: string
  /** Nullable(String): the value as a text, the key for grouping and sorting. Of a list the first element. */
  readonly text: string
  /** Array(String): every value as a text; one element when the field is no list, none without the field. */
  readonly texts: string
  /** Nullable(Float64): the value where it is a number; of a list the first. */
  readonly number: string
  /** Array(Float64): every value that is a number. */
  readonly numbers: string
  /** Nullable(DateTime64(3)): for the columns that are points in time; `undefined` for all others. */
  readonly instant: string | undefined
  /** Whether some message holds a list here: then `texts` and `numbers` tell more than `text` and `number`. */
  readonly hasLists: boolean
}

const NO_TEXT = 'CAST(NULL AS Nullable(String))'
const NO_NUMBER = 'CAST(NULL AS Nullable(Float64))'

/** Columns of texts; an empty one is a field that is missing. */
export const KEYWORD_COLUMNS: Readonly<Record<string, string>> = {
  gl2_source_input: 'gl2_source_input',
  gl2_source_node: 'gl2_source_node',
  gl2_remote_ip: 'gl2_remote_ip',
  gl2_message_id: 'gl2_message_id',
  _index: '`index`',
}
export const NUMBER_COLUMNS: Readonly<Record<string, string>> = {
  gl2_remote_port: 'gl2_remote_port',
  gl2_accounted_message_size: 'gl2_accounted_message_size',
}

/** How those columns are read that are more than their own name. */
const TEXT_EXPRESSIONS: Readonly<Record<string, string>> = {
  ...KEYWORD_COLUMNS,
  message: 'message',
  full_message: 'full_message',
  source: 'lowerUTF8(source)',
  _id: 'toString(id)',
}

/** What the text of a message has in common with others: found only by those who name it. */
export const PATTERN_FIELD = 'gl2_pattern'

/** The fields that have columns of their own, under the names that people use. */
export const COLUMN_FIELDS: readonly string[] = [
  ...Object.keys(TEXT_EXPRESSIONS),
  ...Object.keys(NUMBER_COLUMNS),
  'timestamp',
  'streams',
]

/** How the field `name` is read. Of one that no message has, nothing is read. */
export function fieldSql(name: string, schema: FieldSchema): FieldSql {
  if (name === 'timestamp') return instantColumn('timestamp')
  if (name === 'streams') return streamsColumn
  if (name === PATTERN_FIELD) return textColumn('toString(template)')
  if (Object.hasOwn(TEXT_EXPRESSIONS, name)) return textColumn(TEXT_EXPRESSIONS[name] ?? name)
  if (Object.hasOwn(NUMBER_COLUMNS, name)) return numberColumn(NUMBER_COLUMNS[name] ?? name)
  return dynamicField(name, schema.types(name))
}

/** The part of `fields` that holds the values of one type. */
export const typedPath = (name: string, type: StoredType): string =>
  `fields.${sqlIdentifier(name)}.:${type.includes('(') ? sqlIdentifier(type) : type}`

function textColumn(column: string): FieldSql {
  const text = `nullIf(toString(${column}), '')`
  return {
    exists: `${column} != ''`,
    text,
    texts: `if(${column} = '', [], [toString(${column})])`,
    number: NO_NUMBER,
    numbers: 'CAST([] AS Array(Float64))',
    instant: undefined,
    hasLists: false,
  }
}

function numberColumn(column: string): FieldSql {
  return {
    exists: `${column} != 0`,
    text: `if(${column} = 0, NULL, toString(${column}))`,
    texts: `if(${column} = 0, [], [toString(${column})])`,
    number: `if(${column} = 0, NULL, toFloat64(${column}))`,
    numbers: `if(${column} = 0, [], [toFloat64(${column})])`,
    instant: undefined,
    hasLists: false,
  }
}

function instantColumn(column: string): FieldSql {
  // Milliseconds: formatting a time would write microseconds.
  const text = `concat(substring(toString(${column}), 1, 10), 'T', substring(toString(${column}), 12), 'Z')`
  return {
    exists: '1',
    text: `toNullable(${text})`,
    texts: `[${text}]`,
    number: `toNullable(toFloat64(toUnixTimestamp64Milli(${column})))`,
    numbers: `[toFloat64(toUnixTimestamp64Milli(${column}))]`,
    instant: column,
    hasLists: false,
  }
}

const streamsColumn: FieldSql = {
  exists: 'notEmpty(streams)',
  text: "nullIf(toString(streams[1]), '')",
  texts: 'CAST(streams AS Array(String))',
  number: NO_NUMBER,
  numbers: 'CAST([] AS Array(Float64))',
  instant: undefined,
  hasLists: true,
}

function dynamicField(name: string, types: readonly StoredType[]): FieldSql {
  const path = (type: StoredType) => typedPath(name, type)
  const scalars = types.filter((type) => !type.startsWith('Array('))
  const lists = types.filter((type) => type.startsWith('Array('))
  const listTexts = lists.map((type) => textsOfList(type, path(type)))
  const listNumbers = lists
    .filter((type) => !type.includes('String') && !type.includes('Bool'))
    .map((t) => numbersOfList(t, path(t)))

  const scalarTexts = scalars.map((type) => (type === 'String' ? path(type) : `toString(${path(type)})`))
  const scalarNumbers = scalars
    .filter((type) => type !== 'String' && type !== 'Bool')
    .map((type) => (type === 'Float64' ? path(type) : `toFloat64(${path(type)})`))
  const text = coalesce([...scalarTexts, ...listTexts.map((list) => `if(empty(${list}), NULL, ${list}[1])`)], NO_TEXT)
  const number = coalesce(
    [...scalarNumbers, ...listNumbers.map((list) => `if(empty(${list}), NULL, ${list}[1])`)],
    NO_NUMBER,
  )
  const one = coalesce(scalarTexts, NO_TEXT)
  const oneNumber = coalesce(scalarNumbers, NO_NUMBER)
  const exists = types.map((type) =>
    type.startsWith('Array(') ? `notEmpty(${path(type)})` : `isNotNull(${path(type)})`,
  )
  return {
    exists: exists.length === 0 ? '0' : `(${exists.join(' OR ')})`,
    text,
    texts: concat([...(scalarTexts.length === 0 ? [] : [asList(one)]), ...listTexts], 'CAST([] AS Array(String))'),
    number,
    numbers: concat(
      [...(scalarNumbers.length === 0 ? [] : [asList(oneNumber)]), ...listNumbers],
      'CAST([] AS Array(Float64))',
    ),
    instant: undefined,
    hasLists: lists.length > 0,
  }
}

const coalesce = (parts: readonly string[], none: string): string => {
  const [only] = parts
  if (only === undefined) return none
  return parts.length === 1 ? only : `coalesce(${parts.join(', ')})`
}

const concat = (parts: readonly string[], none: string): string => {
  const [only] = parts
  if (only === undefined) return none
  return parts.length === 1 ? only : `arrayConcat(${parts.join(', ')})`
}

const asList = (nullable: string): string => `if(isNull(${nullable}), [], [assumeNotNull(${nullable})])`

function textsOfList(type: StoredType, path: string): string {
  const element = type === 'Array(Nullable(String))' ? 'x' : 'toString(x)'
  return `arrayMap(x -> assumeNotNull(${element}), ${path})`
}

function numbersOfList(type: StoredType, path: string): string {
  if (type === 'Array(Dynamic)') {
    const parts = ['Int64', 'Float64'].map((one) => `toFloat64(dynamicElement(x, '${one}'))`)
    return `arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> coalesce(${parts.join(', ')}), ${path})))`
  }
  return `arrayMap(x -> toFloat64(assumeNotNull(x)), ${path})`
}
