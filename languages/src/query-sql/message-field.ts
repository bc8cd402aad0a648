/**
 * SQL that reads one field of a message: from its columns, or from the column `fields`, which stores the values of each
 * type separately. The expressions name only the types that the field ever had, so that nothing else is read.
 */
import { FIELD } from '@logyard/contract/messages/message-fields'
import { type Sql, sql } from '../sql/sql.ts'
import { joinSql, sqlList, sqlName } from '../sql/sql-parts.ts'
import { ALWAYS, NEVER } from './condition.ts'
import { fieldColumnSql, hasColumnValue, optionalColumnValue } from './field-columns.ts'
import type { FieldSchema } from './field-schema.ts'
import { numberOfText } from './number-text-sql.ts'
import type { StoredType } from './stored-types.ts'

export interface FieldSql {
  /** Condition: the message has a value for the field. */
  readonly exists: Sql
  /** Nullable(String): the value as a text, used for grouping and sorting. Of a list the first element. */
  readonly text: Sql
  /** Array(String): every value as a text; one element if the value is not a list, none without the field. */
  readonly texts: Sql
  /**
   * Nullable(Float64): the value if it is a number; of a list the first number. If the field holds numbers, a text that is
   * a number counts as one.
   */
  readonly number: Sql
  /** Array(Float64): every such value. */
  readonly numbers: Sql
  /** Nullable(DateTime64(3)): only for timestamp columns. */
  readonly instant: Sql | undefined
  /** Whether any message has a list in this field: then `texts` and `numbers` have more than `text` and `number`. */
  readonly hasLists: boolean
}

const NO_TEXT = sql`CAST(NULL AS Nullable(String))`
const NO_NUMBER = sql`CAST(NULL AS Nullable(Float64))`

/** Text columns; an empty text is a missing field. */
export const KEYWORD_COLUMNS: Readonly<Record<string, Sql>> = {
  [FIELD.sourceInput]: sql`gl2_source_input`,
  [FIELD.sourceNode]: sql`gl2_source_node`,
  [FIELD.remoteIp]: sql`gl2_remote_ip`,
  [FIELD.messageId]: sql`gl2_message_id`,
  [FIELD.index]: sql`\`index\``,
}
export const NUMBER_COLUMNS: Readonly<Record<string, Sql>> = {
  [FIELD.remotePort]: sql`gl2_remote_port`,
  [FIELD.accountedSize]: sql`gl2_accounted_message_size`,
}

/** Expressions of the text columns. */
const TEXT_EXPRESSIONS: Readonly<Record<string, Sql>> = {
  ...KEYWORD_COLUMNS,
  [FIELD.message]: sql`message`,
  [FIELD.fullMessage]: sql`full_message`,
  [FIELD.source]: sql`lowerUTF8(source)`,
  [FIELD.id]: sql`toString(id)`,
}

/** The fields that every table has columns for, by their names in queries. */
export const COLUMN_FIELDS: readonly string[] = [
  ...Object.keys(TEXT_EXPRESSIONS),
  ...Object.keys(NUMBER_COLUMNS),
  FIELD.timestamp,
  FIELD.streams,
]

/** For a field that no message has, nothing is read. */
export function fieldSql(name: string, schema: FieldSchema): FieldSql {
  if (name === FIELD.timestamp) return instantColumn(sql`timestamp`)
  if (name === FIELD.streams) return streamsColumn
  if (name === FIELD.pattern) return textColumn(sql`toString(template)`)
  const text = Object.hasOwn(TEXT_EXPRESSIONS, name) ? TEXT_EXPRESSIONS[name] : undefined
  if (text !== undefined) return textColumn(text)
  const number = Object.hasOwn(NUMBER_COLUMNS, name) ? NUMBER_COLUMNS[name] : undefined
  if (number !== undefined) return numberColumn(number)
  return dynamicField(name, schema)
}

/** The value of the field if it has this type, otherwise NULL, or an empty list for a type of lists. */
export function typedValue(name: string, type: StoredType, { columns }: Pick<FieldSchema, 'columns'>): Sql {
  const column = columns.of(name, type)
  return column === undefined ? typedPath(name, type) : optionalColumnValue(column)
}

/** The value of the field in its own type, whatever that is. */
export function anyValue(name: string, schema: FieldSchema): Sql {
  const path = sql`fields.${sqlName(name)}`
  const columns = schema.types(name).flatMap((type) => schema.columns.of(name, type) ?? [])
  if (columns.length === 0) return path
  const values = columns.map((column) => sql`${hasColumnValue(column)}, CAST(${fieldColumnSql(column)} AS Dynamic)`)
  return sql`multiIf(${sqlList(values)}, ${path})`
}

/** The subcolumn of `fields` with the values of one type. */
export const typedPath = (name: string, type: StoredType): Sql => sql`fields.${sqlName(name)}.:${TYPES[type]}`

const TYPES: Readonly<Record<StoredType, Sql>> = {
  String: sql`String`,
  Int64: sql`Int64`,
  UInt64: sql`UInt64`,
  Float64: sql`Float64`,
  Bool: sql`Bool`,
  'Array(Nullable(String))': sqlName('Array(Nullable(String))'),
  'Array(Nullable(Int64))': sqlName('Array(Nullable(Int64))'),
  'Array(Nullable(Float64))': sqlName('Array(Nullable(Float64))'),
  'Array(Nullable(Bool))': sqlName('Array(Nullable(Bool))'),
  'Array(Dynamic)': sqlName('Array(Dynamic)'),
}

function textColumn(column: Sql): FieldSql {
  const text = sql`nullIf(toString(${column}), '')`
  return {
    exists: sql`${column} != ''`,
    text,
    texts: sql`if(${column} = '', [], [toString(${column})])`,
    number: NO_NUMBER,
    numbers: sql`CAST([] AS Array(Float64))`,
    instant: undefined,
    hasLists: false,
  }
}

function numberColumn(column: Sql): FieldSql {
  return {
    exists: sql`${column} != 0`,
    text: sql`if(${column} = 0, NULL, toString(${column}))`,
    texts: sql`if(${column} = 0, [], [toString(${column})])`,
    number: sql`if(${column} = 0, NULL, toFloat64(${column}))`,
    numbers: sql`if(${column} = 0, [], [toFloat64(${column})])`,
    instant: undefined,
    hasLists: false,
  }
}

function instantColumn(column: Sql): FieldSql {
  // With milliseconds: formatting functions would write microseconds.
  const text = sql`concat(substring(toString(${column}), 1, 10), 'T', substring(toString(${column}), 12), 'Z')`
  return {
    exists: ALWAYS,
    text: sql`toNullable(${text})`,
    texts: sql`[${text}]`,
    number: sql`toNullable(toFloat64(toUnixTimestamp64Milli(${column})))`,
    numbers: sql`[toFloat64(toUnixTimestamp64Milli(${column}))]`,
    instant: column,
    hasLists: false,
  }
}

const streamsColumn: FieldSql = {
  exists: sql`stream_ids != ''`,
  text: sql`nullIf(toString(streams[1]), '')`,
  texts: sql`streams`,
  number: NO_NUMBER,
  numbers: sql`CAST([] AS Array(Float64))`,
  instant: undefined,
  hasLists: true,
}

function dynamicField(name: string, schema: FieldSchema): FieldSql {
  const types = schema.types(name)
  const path = (type: StoredType) => typedValue(name, type, schema)
  const scalars = types.filter((type) => !type.startsWith('Array('))
  const lists = types.filter((type) => type.startsWith('Array('))
  const listTexts = lists.map((type) => textsOfList(type, path(type)))
  const numeric = numericTypes(types)
  const listNumbers = lists.filter((type) => numeric.has(type)).map((type) => numbersOfList(type, path(type)))

  const scalarTexts = scalars.map((type) => (type === 'String' ? path(type) : sql`toString(${path(type)})`))
  const scalarNumbers = scalars.filter((type) => numeric.has(type)).map((type) => numberOf(name, type, schema))
  const text = coalesce(
    [...scalarTexts, ...listTexts.map((list) => sql`if(empty(${list}), NULL, ${list}[1])`)],
    NO_TEXT,
  )
  const number = coalesce(
    [...scalarNumbers, ...listNumbers.map((list) => sql`if(empty(${list}), NULL, ${list}[1])`)],
    NO_NUMBER,
  )
  const one = coalesce(scalarTexts, NO_TEXT)
  const oneNumber = coalesce(scalarNumbers, NO_NUMBER)
  const exists = types.map((type) => {
    const column = schema.columns.of(name, type)
    if (column !== undefined) return hasColumnValue(column)
    return type.startsWith('Array(') ? sql`notEmpty(${path(type)})` : sql`isNotNull(${path(type)})`
  })
  return {
    exists: exists.length === 0 ? NEVER : sql`(${joinSql(exists, sql` OR `)})`,
    text,
    texts: concat([...(scalarTexts.length === 0 ? [] : [asList(one)]), ...listTexts], sql`CAST([] AS Array(String))`),
    number,
    numbers: concat(
      [...(scalarNumbers.length === 0 ? [] : [asList(oneNumber)]), ...listNumbers],
      sql`CAST([] AS Array(Float64))`,
    ),
    instant: undefined,
    hasLists: lists.length > 0,
  }
}

const coalesce = (parts: readonly Sql[], none: Sql): Sql => {
  const [only] = parts
  if (only === undefined) return none
  return parts.length === 1 ? only : sql`coalesce(${sqlList(parts)})`
}

const concat = (parts: readonly Sql[], none: Sql): Sql => {
  const [only] = parts
  if (only === undefined) return none
  return parts.length === 1 ? only : sql`arrayConcat(${sqlList(parts)})`
}

const asList = (nullable: Sql): Sql => sql`if(isNull(${nullable}), [], [assumeNotNull(${nullable})])`

/** Types of the values that may be numbers: texts only if other messages have numbers, or lists that may contain them. */
function numericTypes(types: readonly StoredType[]): ReadonlySet<StoredType> {
  const ofNumbers = types.filter((type) => !type.includes('String') && !type.includes('Bool'))
  return new Set(ofNumbers.length === 0 ? [] : types.filter((type) => !type.includes('Bool')))
}

function numberOf(name: string, type: StoredType, schema: FieldSchema): Sql {
  if (type === 'Float64') return typedValue(name, type, schema)
  if (type !== 'String') return sql`toFloat64(${typedValue(name, type, schema)})`
  // The column itself: a function is evaluated once for each text of its dictionary.
  const column = schema.columns.of(name, type)
  if (column !== undefined) return numberOfText(fieldColumnSql(column))
  // The engine reads only the texts of messages that have one.
  const path = typedPath(name, type)
  return sql`if(isNull(${path}), NULL, ${numberOfText(path)})`
}

function textsOfList(type: StoredType, path: Sql): Sql {
  const element = type === 'Array(Nullable(String))' ? sql`x` : sql`toString(x)`
  return sql`arrayMap(x -> assumeNotNull(${element}), ${path})`
}

function numbersOfList(type: StoredType, path: Sql): Sql {
  const some = (number: Sql) =>
    sql`arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), arrayMap(x -> ${number}, ${path})))`
  if (type === 'Array(Dynamic)') {
    const parts = ['Int64', 'Float64'].map((one) => sql`toFloat64(dynamicElement(x, ${one}))`)
    return some(sql`coalesce(${sqlList([...parts, numberOfText(sql`dynamicElement(x, 'String')`)])})`)
  }
  if (type === 'Array(Nullable(String))') return some(numberOfText(sql`x`))
  return sql`arrayMap(x -> toFloat64(assumeNotNull(x)), ${path})`
}
