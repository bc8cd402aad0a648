/** How aggregations may use a field, and the SQL that reads its values. */
import { FIELD, FULL_TEXT_FIELDS } from '@logyard/contract/messages/message-fields'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { COLUMN_FIELDS, fieldSql, NUMBER_COLUMNS, typedValue } from '@logyard/languages/query-sql/message-field'
import type { StoredType } from '@logyard/languages/query-sql/stored-types'
import { type Sql, sql } from '@logyard/languages/sql/sql'

/** `none` is a field that no message has ever contained. */
export type FieldKind = 'text' | 'keyword' | 'number' | 'boolean' | 'date' | 'none'

export interface AggregatedField {
  readonly name: string
  readonly kind: FieldKind
  /** SQL of the group key, equal for equal values; NULL without the field. */
  readonly key: Sql
  /** Whether keys are numbers that the engine returns as texts. They must be compared as numbers. */
  readonly hasNumericTexts: boolean
  /** SQL of an Array(String), if some message has a list. */
  readonly keys: Sql | undefined
  readonly exists: Sql
  /** SQL of a Nullable(Float64); milliseconds for dates, 1 for true. */
  readonly number: Sql
  /** SQL of an Array(Float64), if some message has a list. */
  readonly numbers: Sql | undefined
  /** SQL of a DateTime64(3), NULL if the value is not a date. */
  readonly instant: Sql
}

const TEXTS = new Set<string>([...FULL_TEXT_FIELDS, FIELD.source])
/** Full text fields are split into words, so they have no single value to group by. */
export const hasKeys = (name: string): boolean => !FULL_TEXT_FIELDS.includes(name)

const NUMBERS = new Set<StoredType>([
  'Int64',
  'UInt64',
  'Float64',
  'Array(Nullable(Int64))',
  'Array(Nullable(Float64))',
  'Array(Dynamic)',
])
const LOOKS_LIKE_A_DATE = String.raw`^\d{4}[-/]\d\d`

export function aggregatedField(name: string, schema: FieldSchema): AggregatedField {
  const field = fieldSql(name, schema)
  const types = COLUMN_FIELDS.includes(name) ? [] : schema.types(name)
  const kind = kindOf(name, field.instant, types)
  const [type] = types
  const isPlain = types.length === 1 && type !== undefined && !field.hasLists
  return {
    name,
    kind,
    key: keyOf(name, kind, isPlain ? typedValue(name, type, schema) : field.text),
    hasNumericTexts: kind === 'number' && !isPlain && !types.includes('String'),
    keys: field.hasLists ? field.texts : undefined,
    exists: field.exists,
    ...numbersOf(name, kind, schema, field),
    instant: instantOf(kind, field),
  }
}

/** The engine cannot group by constants, so the key of an unknown field is materialized. */
function keyOf(name: string, kind: FieldKind, key: Sql): Sql {
  if (name === 'timestamp') return sql`timestamp`
  return kind === 'none' ? sql`materialize(${key})` : key
}

function kindOf(name: string, instant: Sql | undefined, types: readonly StoredType[]): FieldKind {
  if (instant !== undefined) return 'date'
  if (TEXTS.has(name)) return 'text'
  if (Object.hasOwn(NUMBER_COLUMNS, name)) return 'number'
  if (COLUMN_FIELDS.includes(name)) return 'keyword'
  if (types.length === 0) return 'none'
  if (types.some((type) => NUMBERS.has(type))) return 'number'
  return types.includes('Bool') ? 'boolean' : 'keyword'
}

function numbersOf(
  name: string,
  kind: FieldKind,
  schema: FieldSchema,
  { number, numbers, hasLists }: { readonly number: Sql; readonly numbers: Sql; readonly hasLists: boolean },
): Pick<AggregatedField, 'number' | 'numbers'> {
  if (kind === 'boolean') return { number: sql`toFloat64(${typedValue(name, 'Bool', schema)})`, numbers: undefined }
  return { number, numbers: hasLists ? numbers : undefined }
}

/** Reads texts as calendar dates and numbers as milliseconds. */
function instantOf(
  kind: FieldKind,
  { instant, text, number }: { readonly instant: Sql | undefined; readonly text: Sql; readonly number: Sql },
): Sql {
  if (instant !== undefined) return instant
  if (kind === 'none') return sql`materialize(CAST(NULL AS Nullable(DateTime64(3, 'UTC'))))`
  if (kind === 'number') return sql`fromUnixTimestamp64Milli(accurateCastOrNull(trunc(${number}), 'Int64'), 'UTC')`
  return sql`if(match(ifNull(${text}, ''), ${LOOKS_LIKE_A_DATE}), parseDateTime64BestEffortOrNull(${text}, 3, 'UTC'), NULL)`
}
