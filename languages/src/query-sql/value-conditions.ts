/** Conditions that compare a value with a text, a number or bounds. */

import { type QueryNumber, readNumber } from '../query/number-text.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { allOf, NEVER } from './condition.ts'

import type { ValueCondition } from './value-condition.ts'

export interface Bound {
  readonly text: string
  readonly inclusive: boolean
}

const TRUE = sql`true`
const FALSE = sql`false`
const ABOVE = sql`>`
const AT_LEAST = sql`>=`
const BELOW = sql`<`
const AT_MOST = sql`<=`

const MIN_INT64 = -(2n ** 63n)
const MAX_UINT64 = 2n ** 64n - 1n

/** Equality: texts are case-sensitive, numbers equal in any spelling. */
export function equalityCondition(text: string): ValueCondition {
  const number = readNumber(text)
  const isBoolean = text === 'true' || text === 'false'
  const literal = sql`${text}`
  return {
    string: (value) => sql`${value} = ${literal}`,
    ...(number === undefined ? {} : numberCondition(number)),
    ...(isBoolean ? { boolean: (value) => sql`${value} = ${text === 'true' ? TRUE : FALSE}` } : {}),
  }
}

function numberCondition(number: QueryNumber): ValueCondition {
  const decimal = (value: Sql) => sql`${value} = ${decimalLiteral(number)}`
  if (number.kind === 'decimal') return { decimal }
  if (number.value < MIN_INT64 || number.value > MAX_UINT64) return { decimal }
  return { integer: (value) => sql`${value} = ${integerLiteral(number.value)}`, decimal }
}

/** The value is within the bounds: texts in the order of code points, numbers as numbers. */
export function boundsCondition(lower: Bound | undefined, upper: Bound | undefined): ValueCondition {
  const [lowest, highest] = [sql`${lower?.text ?? ''}`, sql`${upper?.text ?? ''}`]
  const string = (value: Sql) =>
    allOf([
      ...(lower === undefined ? [] : [sql`${value} ${lower.inclusive ? AT_LEAST : ABOVE} ${lowest}`]),
      ...(upper === undefined ? [] : [sql`${value} ${upper.inclusive ? AT_MOST : BELOW} ${highest}`]),
    ])
  const from = lower && readNumber(lower.text)
  const to = upper && readNumber(upper.text)
  if ((lower !== undefined && from === undefined) || (upper !== undefined && to === undefined)) return { string }
  return {
    string,
    integer: (value) =>
      allOf([
        ...(lower && from ? [integerBound(value, from, lower.inclusive, 'lower')] : []),
        ...(upper && to ? [integerBound(value, to, upper.inclusive, 'upper')] : []),
      ]),
    decimal: (value) =>
      allOf([
        ...(lower && from ? [sql`${value} ${lower.inclusive ? AT_LEAST : ABOVE} ${decimalLiteral(from)}`] : []),
        ...(upper && to ? [sql`${value} ${upper.inclusive ? AT_MOST : BELOW} ${decimalLiteral(to)}`] : []),
      ]),
  }
}

/** An integer is compared with a fractional bound as with the next integer inside the bounds, never with a rounded one. */
function integerBound(value: Sql, bound: QueryNumber, inclusive: boolean, side: 'lower' | 'upper'): Sql {
  if (bound.kind === 'integer') {
    const [inside, outside] = side === 'lower' ? [AT_LEAST, ABOVE] : [AT_MOST, BELOW]
    if (bound.value < MIN_INT64) return side === 'lower' ? sql`isNotNull(${value})` : NEVER
    if (bound.value > MAX_UINT64) return side === 'upper' ? sql`isNotNull(${value})` : NEVER
    return sql`${value} ${inclusive ? inside : outside} ${integerLiteral(bound.value)}`
  }
  const whole = side === 'lower' ? Math.ceil(bound.value) : Math.floor(bound.value)
  // A decimal that is an integer is beyond the safe integers: the double is the best available value.
  const isWhole = whole === bound.value
  return integerBound(value, { kind: 'integer', value: BigInt(whole) }, isWhole ? inclusive : true, side)
}

function integerLiteral(value: bigint): Sql {
  return value <= 2n ** 63n - 1n ? sql`toInt64(${String(value)})` : sql`toUInt64(${String(value)})`
}

/** Compared with doubles, so written as the nearest double. */
function decimalLiteral(number: QueryNumber): Sql {
  return sql`toFloat64(${String(Number(number.value))})`
}
