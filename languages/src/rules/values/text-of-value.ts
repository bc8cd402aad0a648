/** The text of a value: what `to_string` answers, and items of a list are joined by. */
import { type RuleList, type RuleMap, RuleObject, type RuleValue } from '../rule-values.ts'

/** Lists may contain one list many times: the text of a small value may be endless. */
const MAX_TEXT_CHARACTERS = 8 * 1024 * 1024

/** As Java writes it. Throws if the text is too long. */
export function textOfValue(value: RuleValue): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return textOfDouble(value)
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      return value === null ? 'null' : textOfObject(value)
  }
}

function textOfObject(value: RuleList | RuleMap | RuleObject): string {
  if (value instanceof RuleObject) return value.toText()
  if (value instanceof Map) return `{${joined(value, ([key, item]) => `${key}=${textOfValue(item)}`)}}`
  return `[${joined(value, textOfValue)}]`
}

function joined<Item>(items: Iterable<Item>, textOf: (item: Item) => string): string {
  let text = ''
  let separator = ''
  for (const item of items) {
    text += separator + textOf(item)
    separator = ', '
    if (text.length > MAX_TEXT_CHARACTERS) {
      throw new Error(`The text of the value has more than ${MAX_TEXT_CHARACTERS} characters`)
    }
  }
  return text
}

/** Java writes numbers from this on, and those below its inverse, with an exponent. */
const FIRST_WITH_EXPONENT = 1e7
const FIRST_PLAIN = 1e-3

function textOfDouble(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  if (size >= FIRST_PLAIN && size < FIRST_WITH_EXPONENT) return withPoint(String(value))
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  return `${withPoint(digits)}E${exponent.replace('+', '')}`
}

const withPoint = (digits: string): string => (digits.includes('.') ? digits : `${digits}.0`)
