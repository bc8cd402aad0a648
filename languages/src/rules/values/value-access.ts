import { type RuleClock, type RuleMap, RuleObject, type RuleValue } from '../rule-values.ts'
import { RuleJson } from './rule-json.ts'
import { RuleMatches } from './rule-matches.ts'

/** The value of `base.name`: a key, a property, or either of them in camelCase. Null if there is none. */
export function propertyOf(base: RuleValue, name: string, camelName: string, clock: RuleClock): RuleValue {
  const value = namedPart(base, name, clock)
  if (value !== undefined || camelName === name) return value ?? null
  return namedPart(base, camelName, clock) ?? null
}

/** `day_of_month` is `dayOfMonth`. */
export const toCamelCase = (name: string): string =>
  name.replace(/_+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())

function namedPart(base: RuleValue, name: string, clock: RuleClock): RuleValue | undefined {
  if (base instanceof RuleObject) return base.property(name, clock)
  if (!(base instanceof Map)) return undefined
  const value = base.get(name)
  return value === undefined && base instanceof RuleMatches ? base.property(name) : value
}

/** The value of `base[index]`. Throws if a list has no such element, or if it is not a Map, a List or JSON. */
export function elementOf(base: RuleValue, index: RuleValue): RuleValue {
  if (base === null || index === null) return null
  if (isMap(base)) {
    if (typeof index !== 'string') throw new Error('The index of a Map is a String')
    return base.get(index) ?? null
  }
  if (typeof index !== 'bigint') throw new Error('The index of a List is a Long')
  if (base instanceof RuleJson) return base.element(Number(index)) ?? null
  if (!isList(base)) throw new Error('Only Maps, Lists and JSON have an index')
  if (index < 0n || index >= BigInt(base.length)) {
    throw new Error(`Index ${index} is out of bounds for length ${base.length}`)
  }
  return base[Number(index)] ?? null
}

const isMap = (value: RuleValue): value is RuleMap => value instanceof Map

const isList = (value: RuleValue): value is readonly RuleValue[] => Array.isArray(value)
