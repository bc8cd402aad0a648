/** Values of fields as rules compute with them, and back. */
import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { RuleObject, type RuleValue } from '@logyard/languages/rules/rule-values'
import { jsonOfValue } from '@logyard/languages/rules/values/json-of-value'
import { RuleJson } from '@logyard/languages/rules/values/rule-json'

const MIN_LONG = -(2n ** 63n)
const MAX_LONG = 2n ** 63n - 1n

/** Making a bigint costs more than most functions. */
const SMALL_LONGS = Array.from({ length: 1024 }, (_, number) => BigInt(number))

const longOf = (value: number): bigint => SMALL_LONGS[value] ?? BigInt(value)

export function ruleValueOf(value: FieldValue): RuleValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isSafeInteger(value) ? longOf(value) : value
    case 'bigint':
      return value >= MIN_LONG && value <= MAX_LONG ? value : Number(value)
    case 'object':
      return value.map(ruleValueOf)
  }
}

/** All texts of one list. */
const MAX_LIST_CHARACTERS = 8 * 1024 * 1024

/**
 * Undefined for null. Fields have no structure: a Map, and lists in a list, become JSON. Of a JSON tree, arrays and
 * single values are stored as such. Throws if the value is too large.
 */
export function fieldValueOf(value: RuleValue): FieldValue | undefined {
  if (value === null) return undefined
  if (value instanceof RuleJson) return isJsonObject(value) ? value.toText() : fieldValueOf(value.toRuleValue())
  return isList(value) ? scalarsOf(value) : scalarOf(value)
}

const isJsonObject = ({ tree }: RuleJson): boolean => typeof tree === 'object' && tree !== null && !Array.isArray(tree)

const isList = (value: RuleValue): value is readonly RuleValue[] => Array.isArray(value)

function scalarsOf(list: readonly RuleValue[]): readonly Scalar[] {
  let characters = 0
  return list.flatMap((item) => {
    const scalar = scalarOf(item)
    if (typeof scalar === 'string') characters += scalar.length
    if (characters > MAX_LIST_CHARACTERS) throw new Error(`The list has more than ${MAX_LIST_CHARACTERS} characters`)
    return scalar ?? []
  })
}

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
      return value instanceof RuleObject ? value.toText() : jsonOfValue(value)
  }
}

const numberOf = (value: bigint): number | bigint => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
