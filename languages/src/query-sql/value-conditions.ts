/** Conditions that compare a value with a text, a number or bounds. */

import { MAX_INTEGER, type QueryNumber, readNumber } from '../query/number-text.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { allOf, NEVER } from './condition.ts'
import { numberTextCondition } from './number-text-sql.ts'
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

/** Integers to compare with: none is outside of the bounds. */
interface Integers {
  readonly min: bigint
  readonly max: bigint
  readonly literal: (value: bigint) => Sql
}

const STORED: Integers = {
  min: -(2n ** 63n),
  max: 2n ** 64n - 1n,
  literal: (value) => (value < 2n ** 63n ? sql`toInt64(${String(value)})` : sql`toUInt64(${String(value)})`),
}
const IN_TEXTS: Integers = {
  min: -MAX_INTEGER,
  max: MAX_INTEGER,
  literal: (value) => sql`toInt128(${String(value)})`,
}

/** Equality: texts are case-sensitive, numbers equal in any spelling. */
export function equalityCondition(text: string): ValueCondition {
  const number = readNumber(text)
  const isBoolean = text === 'true' || text === 'false'
  const literal = sql`${text}`
  return {
    string: (value) => sql`${value} = ${literal}`,
    isNeverEmpty: text !== '',
    ...(number === undefined ? {} : numberCondition(number)),
    ...(isBoolean ? { boolean: (value) => sql`${value} = ${text === 'true' ? TRUE : FALSE}` } : {}),
  }
}

function numberCondition(number: QueryNumber): ValueCondition {
  const decimal = (value: Sql) => sql`${value} = ${decimalLiteral(number)}`
  const integer = (value: Sql, integers: Integers) => integerEquality(value, number, integers)
  const numberText = (text: Sql) => numberTextCondition(text, { integer: (value) => integer(value, IN_TEXTS), decimal })
  return { integer: (value) => integer(value, STORED), decimal, numberText }
}

function integerEquality(value: Sql, number: QueryNumber, { min, max, literal }: Integers): Sql {
  if (number.kind === 'decimal' || number.value < min || number.value > max) return NEVER
  return sql`${value} = ${literal(number.value)}`
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
  const integer = (value: Sql, integers: Integers) =>
    allOf([
      ...(lower && from
        ? [integerBound(value, { bound: from, inclusive: lower.inclusive, side: 'lower' }, integers)]
        : []),
      ...(upper && to ? [integerBound(value, { bound: to, inclusive: upper.inclusive, side: 'upper' }, integers)] : []),
    ])
  const decimal = (value: Sql) =>
    allOf([
      ...(lower && from ? [sql`${value} ${lower.inclusive ? AT_LEAST : ABOVE} ${decimalLiteral(from)}`] : []),
      ...(upper && to ? [sql`${value} ${upper.inclusive ? AT_MOST : BELOW} ${decimalLiteral(to)}`] : []),
    ])
  return {
    string,
    integer: (value) => integer(value, STORED),
    decimal,
    numberText: (text) => numberTextCondition(text, { integer: (value) => integer(value, IN_TEXTS), decimal }),
  }
}

interface NumberBound {
  readonly bound: QueryNumber
  readonly inclusive: boolean
  readonly side: 'lower' | 'upper'
}

/** An integer is compared with a fractional bound as with the next integer inside the bounds, never with a rounded one. */
function integerBound(value: Sql, { bound, inclusive, side }: NumberBound, integers: Integers): Sql {
  if (bound.kind === 'integer') {
    const [inside, outside] = side === 'lower' ? [AT_LEAST, ABOVE] : [AT_MOST, BELOW]
    if (bound.value < integers.min) return side === 'lower' ? sql`isNotNull(${value})` : NEVER
    if (bound.value > integers.max) return side === 'upper' ? sql`isNotNull(${value})` : NEVER
    return sql`${value} ${inclusive ? inside : outside} ${integers.literal(bound.value)}`
  }
  const whole = side === 'lower' ? Math.ceil(bound.value) : Math.floor(bound.value)
  // A decimal that is an integer is beyond the safe integers: the double is the best available value.
  const isWhole = whole === bound.value
  const integer: QueryNumber = { kind: 'integer', value: BigInt(whole) }
  return integerBound(value, { bound: integer, inclusive: isWhole ? inclusive : true, side }, integers)
}

/** Compared with doubles, so written as the nearest double. */
function decimalLiteral(number: QueryNumber): Sql {
  return sql`toFloat64(${String(Number(number.value))})`
}
