/**
 * Conditions on a single value, by the kind of value: each function turns an SQL expression of the value into a
 * condition. A kind without a function never matches. So a number is compared with numbers only, and nothing is
 * converted, except for texts that are numbers in fields that hold numbers.
 */
import { type Sql, sql } from '../sql/sql.ts'
import { allOf, anyOf, isAlways, isNever, NEVER } from './condition.ts'
import { type FieldColumn, fieldColumnSql, hasColumnValue } from './field-columns.ts'
import type { FieldSchema } from './field-schema.ts'
import { typedValue } from './message-field.ts'
import type { StoredType } from './stored-types.ts'

export interface ValueCondition {
  readonly string?: (value: Sql) => Sql
  /** No empty text satisfies `string`. */
  readonly isNeverEmpty?: boolean
  /** Condition for Int64 and UInt64. */
  readonly integer?: (value: Sql) => Sql
  readonly decimal?: (value: Sql) => Sql
  readonly boolean?: (value: Sql) => Sql
  /** Condition for texts that are numbers, in fields that hold numbers. */
  readonly numberText?: (value: Sql) => Sql
}

/** The value of the field, or any element of a list, satisfies the condition. A missing field does not. */
export function dynamicCondition(name: string, schema: FieldSchema, ofValue: ValueCondition): Sql {
  const columns = schema.types(name).flatMap((type) => schema.columns.of(name, type) ?? [])
  return anyOf([...columns.map((column) => columnCondition(column, ofValue)), restCondition(name, schema, ofValue)])
}

/** The same for the types of values that have no column. */
export function restCondition(name: string, schema: FieldSchema, ofValue: ValueCondition): Sql {
  const types = schema.types(name).filter((type) => schema.columns.of(name, type) === undefined)
  const conditionOf = (type: StoredType) => ofType(typedValue(name, type, schema), type, ofValue)
  const scalar = anyOf(types.filter((type) => !type.startsWith('Array(')).map(conditionOf))
  const lists = types.filter((type) => type.startsWith('Array(')).map(conditionOf)
  return anyOf([isNever(scalar) || isAlways(scalar) ? scalar : sql`ifNull(${scalar}, 0)`, ...lists])
}

/** Never NULL. The column is compared as it is, so that its index leaves out what cannot match. */
export function columnCondition(column: FieldColumn, ofValue: ValueCondition): Sql {
  const condition = ofType(fieldColumnSql(column), column.type, ofValue)
  if (isNever(condition)) return NEVER
  // Indices leave out messages that cannot have it, and only the texts of others are read.
  if (column.computed !== undefined) return allOf([hasColumnValue(column), condition])
  if (column.type !== 'String') return allOf([condition, hasColumnValue(column)])
  // The engine does not evaluate a slow condition on empty texts if it knows first that they are empty.
  return ofValue.isNeverEmpty === true ? condition : allOf([hasColumnValue(column), condition])
}

function ofType(path: Sql, type: StoredType, ofValue: ValueCondition): Sql {
  switch (type) {
    case 'String':
      return ofValue.string?.(path) ?? NEVER
    case 'Int64':
    case 'UInt64':
      return ofValue.integer?.(path) ?? NEVER
    case 'Float64':
      return ofValue.decimal?.(path) ?? NEVER
    case 'Bool':
      return ofValue.boolean?.(path) ?? NEVER
    case 'Array(Nullable(String))':
      return someElement(path, ofValue.string?.(sql`x`))
    case 'Array(Nullable(Int64))':
      return someElement(path, ofValue.integer?.(sql`x`))
    case 'Array(Nullable(Float64))':
      return someElement(path, ofValue.decimal?.(sql`x`))
    case 'Array(Nullable(Bool))':
      return someElement(path, ofValue.boolean?.(sql`x`))
    case 'Array(Dynamic)':
      return someElement(path, anyOf(MIXED.map((one) => ofType(sql`dynamicElement(x, ${one})`, one, ofValue))))
    default:
      throw type satisfies never
  }
}

/** The types of elements in a list of mixed types. */
const MIXED = ['String', 'Int64', 'Float64', 'Bool'] as const satisfies readonly StoredType[]

function someElement(path: Sql, condition = NEVER): Sql {
  return isNever(condition) ? NEVER : sql`arrayExists(x -> ifNull(${condition}, 0), ${path})`
}
