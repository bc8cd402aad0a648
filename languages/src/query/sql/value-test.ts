/**
 * What a query asks of one single value, by the kind of value: each function turns an SQL expression for the value into
 * a condition. A kind that is missing never matches. This is what makes matching lenient: a number is compared with
 * what is a number, and nothing is converted.
 */
import type { FieldSchema, StoredType } from './field-schema.ts'
import { typedPath } from './message-field.ts'

export interface ValueTest {
  readonly string?: (value: string) => string
  /** For Int64 and UInt64. */
  readonly integer?: (value: string) => string
  readonly decimal?: (value: string) => string
  readonly boolean?: (value: string) => string
}

export const NEVER = '0'
export const ALWAYS = '1'

export function anyOf(conditions: readonly string[]): string {
  if (conditions.includes(ALWAYS)) return ALWAYS
  const some = conditions.filter((condition) => condition !== NEVER)
  const [only] = some
  if (only === undefined) return NEVER
  return some.length === 1 ? only : `(${some.join(' OR ')})`
}

export function allOf(conditions: readonly string[]): string {
  if (conditions.includes(NEVER)) return NEVER
  const some = conditions.filter((condition) => condition !== ALWAYS)
  const [only] = some
  if (only === undefined) return ALWAYS
  return some.length === 1 ? only : `(${some.join(' AND ')})`
}

export function not(condition: string): string {
  if (condition === NEVER) return ALWAYS
  return condition === ALWAYS ? NEVER : `NOT (${condition})`
}

/** Some value of the field passes the test; of a list, some element. What is missing does not. */
export function dynamicCondition(name: string, schema: FieldSchema, test: ValueTest): string {
  const types = schema.types(name)
  const conditionOf = (type: StoredType) => ofType(typedPath(name, type), type, test)
  const scalar = anyOf(types.filter((type) => !type.startsWith('Array(')).map(conditionOf))
  const lists = types.filter((type) => type.startsWith('Array(')).map(conditionOf)
  return anyOf([scalar === NEVER || scalar === ALWAYS ? scalar : `ifNull(${scalar}, 0)`, ...lists])
}

function ofType(path: string, type: StoredType, test: ValueTest): string {
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
      return someElement(path, test.string?.('x'))
    case 'Array(Nullable(Int64))':
      return someElement(path, test.integer?.('x'))
    case 'Array(Nullable(Float64))':
      return someElement(path, test.decimal?.('x'))
    case 'Array(Nullable(Bool))':
      return someElement(path, test.boolean?.('x'))
    case 'Array(Dynamic)':
      return someElement(path, anyOf(MIXED.map((one) => ofType(`dynamicElement(x, '${one}')`, one, test))))
    default:
      throw type satisfies never
  }
}

/** What an element of a list of anything can be. */
const MIXED = ['String', 'Int64', 'Float64', 'Bool'] as const satisfies readonly StoredType[]

function someElement(path: string, condition = NEVER): string {
  return condition === NEVER ? NEVER : `arrayExists(x -> ifNull(${condition}, 0), ${path})`
}
