/** Values of fields as rules compute with them, and back. */
import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { RuleObject, type RuleValue } from '@logyard/languages/rules/rule-values'

const MIN_LONG = -(2n ** 63n)
const MAX_LONG = 2n ** 63n - 1n

export function ruleValueOf(value: FieldValue): RuleValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : value
    case 'bigint':
      return value >= MIN_LONG && value <= MAX_LONG ? value : Number(value)
    case 'object':
      return value.map(ruleValueOf)
  }
}

/** Undefined for null. A Map, and lists in a list, become JSON: fields have no structure. */
export function fieldValueOf(value: RuleValue): FieldValue | undefined {
  if (value === null) return undefined
  if (isList(value)) return value.flatMap((item) => scalarOf(item) ?? [])
  return scalarOf(value)
}

const isList = (value: RuleValue): value is readonly RuleValue[] => Array.isArray(value)

function scalarOf(value: RuleValue): Scalar | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
      return value
    case 'bigint':
      return numberOf(value)
    default:
      if (value === null) return undefined
      return value instanceof RuleObject ? value.toText() : JSON.stringify(plainValueOf(value))
  }
}

const numberOf = (value: bigint): number | bigint => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** What JSON can hold: a Long beyond 53 bits loses digits. */
function plainValueOf(value: RuleValue): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(plainValueOf)
  if (value instanceof RuleObject) return value.toText()
  return Object.fromEntries(Array.from(value, ([key, item]) => [key, plainValueOf(item)]))
}
