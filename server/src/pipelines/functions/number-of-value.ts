import { RuleObject, type RuleValue } from '@logyard/languages/rules/rule-values'

const WHOLE = /^-?\d{1,400}$/
/** Numbers of fewer digits fit into 64 bits, and into a double without loss. */
const FEW_DIGITS = 15
/** As Java writes floating point numbers, with or without the suffix of their type. */
const DOUBLE = /^[+-]?(?:NaN|Infinity|(?:\d{1,400}\.?\d{0,400}|\.\d{1,400})(?:[eE][+-]?\d{1,9})?[fFdD]?)$/

const MIN_LONG = -(2n ** 63n)
const MAX_LONG = 2n ** 63n - 1n

/** Undefined if the value is not a number, or a text that is not a whole number of 64 bits. */
export function longOf(value: RuleValue): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return truncated(value)
  if (typeof value === 'string') return longOfText(value)
  return value instanceof RuleObject ? longOfText(value.toText()) : undefined
}

export function longOfText(text: string): bigint | undefined {
  if (!WHOLE.test(text)) return undefined
  if (text.length <= FEW_DIGITS) return BigInt(Number(text))
  const whole = BigInt(text)
  return whole >= MIN_LONG && whole <= MAX_LONG ? whole : undefined
}

/** As Java converts: NaN is 0, and what lies outside is the nearest number of 64 bits. */
function truncated(value: number): bigint {
  if (Number.isNaN(value)) return 0n
  if (value >= Number(MAX_LONG)) return MAX_LONG
  return value <= Number(MIN_LONG) ? MIN_LONG : BigInt(Math.trunc(value))
}

/** Undefined if the value is not a number, or a text that is not one. */
export function doubleOf(value: RuleValue): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  const text = value instanceof RuleObject ? value.toText() : value
  if (typeof text !== 'string' || !DOUBLE.test(text)) return undefined
  return Number.parseFloat(text)
}
