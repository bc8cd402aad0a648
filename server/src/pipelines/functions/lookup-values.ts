/** Values of lookup tables as rules compute with them, and the other way round. */
import type { RuleList, RuleMap, RuleValue } from '@logyard/languages/rules/rule-values'
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import type { LookupKey, LookupResult } from '../../lookup/lookup-tables.ts'
import type { RuleRun } from '../evaluation/rule-run.ts'

/** The result has a value: neither an error nor nothing. Undefined without a key, too. */
export function foundIn(run: RuleRun, table: string, key: LookupKey | null | undefined): LookupResult | undefined {
  if (key === null || key === undefined) return undefined
  const result = run.lookUp(table, key)
  return result === undefined || result.hasError ? undefined : result
}

/** A key or value of a table: texts, numbers and booleans stay, others become their text. */
export function scalarOf(value: RuleValue): LookupKey {
  const isKey = typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean'
  return isKey || typeof value === 'number' ? value : textOfValue(value)
}

/** JSON as adapters have it: objects become Maps, arrays Lists, whole numbers Longs. */
export function ruleValueOf(value: unknown): RuleValue {
  switch (typeof value) {
    case 'string':
    case 'bigint':
    case 'boolean':
      return value
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : value
    default:
      break
  }
  if (Array.isArray(value)) return value.map(ruleValueOf)
  return typeof value === 'object' && value !== null ? ruleMapOf(value) : null
}

export const ruleMapOf = (value: object): RuleMap =>
  new Map(Object.entries(value).map(([name, inner]) => [name, ruleValueOf(inner)]))

/** The texts of a list, without null and blank items. */
export const textsOf = (list: RuleList): readonly string[] =>
  list
    .filter((item) => item !== null)
    .map(textOfValue)
    .filter((text) => text !== '')
