/** The leaves of a query as tests of single values. */
import { type QueryNumber, readNumber } from './number-text.ts'
import { sqlString } from './sql-literal.ts'
import { allOf, NEVER, type ValueTest } from './value-test.ts'

export interface Bound {
  readonly text: string
  readonly inclusive: boolean
}

const MIN_INT64 = -(2n ** 63n)
const MAX_UINT64 = 2n ** 64n - 1n

/** The value is the text: whole, in its case; a number in any of its spellings. */
export function equalsTest(text: string): ValueTest {
  const number = readNumber(text)
  const isBoolean = text === 'true' || text === 'false'
  return {
    string: (value) => `${value} = ${sqlString(text)}`,
    ...(number === undefined ? {} : numberTest(number)),
    ...(isBoolean ? { boolean: (value) => `${value} = ${text}` } : {}),
  }
}

function numberTest(number: QueryNumber): ValueTest {
  const decimal = (value: string) => `${value} = ${decimalLiteral(number)}`
  if (number.kind === 'decimal') return { decimal }
  if (number.value < MIN_INT64 || number.value > MAX_UINT64) return { decimal }
  return { integer: (value) => `${value} = ${integerLiteral(number.value)}`, decimal }
}

/** The value lies between the bounds: texts in the order of their characters, numbers as numbers. */
export function rangeTest(lower: Bound | undefined, upper: Bound | undefined): ValueTest {
  const string = (value: string) =>
    allOf([
      ...(lower === undefined ? [] : [`${value} ${lower.inclusive ? '>=' : '>'} ${sqlString(lower.text)}`]),
      ...(upper === undefined ? [] : [`${value} ${upper.inclusive ? '<=' : '<'} ${sqlString(upper.text)}`]),
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
        ...(lower && from ? [`${value} ${lower.inclusive ? '>=' : '>'} ${decimalLiteral(from)}`] : []),
        ...(upper && to ? [`${value} ${upper.inclusive ? '<=' : '<'} ${decimalLiteral(to)}`] : []),
      ]),
  }
}

/** A whole number against a bound with a fraction is a whole number against the next whole one: never a rounded one. */
function integerBound(value: string, bound: QueryNumber, inclusive: boolean, side: 'lower' | 'upper'): string {
  if (bound.kind === 'integer') {
    const sign = side === 'lower' ? '>' : '<'
    if (bound.value < MIN_INT64) return side === 'lower' ? `isNotNull(${value})` : NEVER
    if (bound.value > MAX_UINT64) return side === 'upper' ? `isNotNull(${value})` : NEVER
    return `${value} ${sign}${inclusive ? '=' : ''} ${integerLiteral(bound.value)}`
  }
  const whole = side === 'lower' ? Math.ceil(bound.value) : Math.floor(bound.value)
  // A decimal that is a whole number after all lies beyond the safe ones: as good as the double can tell.
  const isWhole = whole === bound.value
  return integerBound(value, { kind: 'integer', value: BigInt(whole) }, isWhole ? inclusive : true, side)
}

function integerLiteral(value: bigint): string {
  return value < 0n ? `toInt64('${value}')` : value <= 2n ** 63n - 1n ? `toInt64('${value}')` : `toUInt64('${value}')`
}

/** Compared with doubles, so as the double that the text means. */
function decimalLiteral(number: QueryNumber): string {
  return `toFloat64('${Number(number.value)}')`
}
