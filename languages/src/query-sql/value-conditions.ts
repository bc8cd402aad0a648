/** The leaves of a query as tests of single values. */

import { type QueryNumber, readNumber } from '../query/number-text.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { allOf, NEVER } from './condition.ts'

import type { ValueTest } from './value-condition.ts'

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

/** The value is the text: whole, in its case; a number in any of its spellings. */
export function equalsTest(text: string): ValueTest {
  const number = readNumber(text)
  const isBoolean = text === 'true' || text === 'false'
  return {
    string: (value) => sql`${value} = ${text}`,
    ...(number === undefined ? {} : numberTest(number)),
    ...(isBoolean ? { boolean: (value) => sql`${value} = ${text === 'true' ? TRUE : FALSE}` } : {}),
  }
}

function numberTest(number: QueryNumber): ValueTest {
  const decimal = (value: Sql) => sql`${value} = ${decimalLiteral(number)}`
  if (number.kind === 'decimal') return { decimal }
  if (number.value < MIN_INT64 || number.value > MAX_UINT64) return { decimal }
  return { integer: (value) => sql`${value} = ${integerLiteral(number.value)}`, decimal }
}

/** The value lies between the bounds: texts in the order of their characters, numbers as numbers. */
export function rangeTest(lower: Bound | undefined, upper: Bound | undefined): ValueTest {
  const string = (value: Sql) =>
    allOf([
      ...(lower === undefined ? [] : [sql`${value} ${lower.inclusive ? AT_LEAST : ABOVE} ${lower.text}`]),
      ...(upper === undefined ? [] : [sql`${value} ${upper.inclusive ? AT_MOST : BELOW} ${upper.text}`]),
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

/** A whole number against a bound with a fraction is a whole number against the next whole one: never a rounded one. */
function integerBound(value: Sql, bound: QueryNumber, inclusive: boolean, side: 'lower' | 'upper'): Sql {
  if (bound.kind === 'integer') {
    const [inside, outside] = side === 'lower' ? [AT_LEAST, ABOVE] : [AT_MOST, BELOW]
    if (bound.value < MIN_INT64) return side === 'lower' ? sql`isNotNull(${value})` : NEVER
    if (bound.value > MAX_UINT64) return side === 'upper' ? sql`isNotNull(${value})` : NEVER
    return sql`${value} ${inclusive ? inside : outside} ${integerLiteral(bound.value)}`
  }
  const whole = side === 'lower' ? Math.ceil(bound.value) : Math.floor(bound.value)
  // A decimal that is a whole number after all lies beyond the safe ones: as good as the double can tell.
  const isWhole = whole === bound.value
  return integerBound(value, { kind: 'integer', value: BigInt(whole) }, isWhole ? inclusive : true, side)
}

function integerLiteral(value: bigint): Sql {
  return value <= 2n ** 63n - 1n ? sql`toInt64(${String(value)})` : sql`toUInt64(${String(value)})`
}

/** Compared with doubles, so as the double that the text means. */
function decimalLiteral(number: QueryNumber): Sql {
  return sql`toFloat64(${String(Number(number.value))})`
}
