/**
 * What a query asks of one single value, by the kind of value: each function turns an SQL expression for the value into
 * a condition. A kind that is missing never matches. This is what makes matching lenient: a number is compared with
 * what is a number, and nothing is converted.
 */
import { type Sql, sql } from '../sql/sql.ts'
import { anyOf, isAlways, isNever, NEVER } from './condition.ts'
import type { FieldSchema, StoredType } from './field-schema.ts'
import { typedPath } from './message-field.ts'

export interface ValueTest {
  readonly string?: (value: Sql) => Sql
  /** For Int64 and UInt64. */
  readonly integer?: (value: Sql) => Sql
  readonly decimal?: (value: Sql) => Sql
  readonly boolean?: (value: Sql) => Sql
}

/** Some value of the field passes the test; of a list, some element. What is missing does not. */
export function dynamicCondition(name: string, schema: FieldSchema, test: ValueTest): Sql {
  const types = schema.types(name)
  const conditionOf = (type: StoredType) => ofType(typedPath(name, type), type, test)
  const scalar = anyOf(types.filter((type) => !type.startsWith('Array(')).map(conditionOf))
  const lists = types.filter((type) => type.startsWith('Array(')).map(conditionOf)
  return anyOf([isNever(scalar) || isAlways(scalar) ? scalar : sql`ifNull(${scalar}, 0)`, ...lists])
}

function ofType(path: Sql, type: StoredType, test: ValueTest): Sql {
  switch (type) {
    case 'String':
      return test.string?.(path) ?? NEVER
    case 'Int64':
    case 'UInt64':
      return test.integer?.(path) ?? NEVER
    case 'Float64':
      return test.decimal?.(path) ?? NEVER
    case 'Bool':
      return test.boolean?.(path) ?? NEVER
    case 'Array(Nullable(String))':
      return someElement(path, test.string?.(sql`x`))
    case 'Array(Nullable(Int64))':
      return someElement(path, test.integer?.(sql`x`))
    case 'Array(Nullable(Float64))':
      return someElement(path, test.decimal?.(sql`x`))
    case 'Array(Nullable(Bool))':
      return someElement(path, test.boolean?.(sql`x`))
    case 'Array(Dynamic)':
      return someElement(path, anyOf(MIXED.map((one) => ofType(sql`dynamicElement(x, ${one})`, one, test))))
    default:
      throw type satisfies never
  }
}

/** What an element of a list of anything can be. */
const MIXED = ['String', 'Int64', 'Float64', 'Bool'] as const satisfies readonly StoredType[]

function someElement(path: Sql, condition = NEVER): Sql {
  return isNever(condition) ? NEVER : sql`arrayExists(x -> ifNull(${condition}, 0), ${path})`
}
