/** Values as the documentation of functions shows them. */
import { RuleObject, type RuleValue } from '@logyard/languages/rules/rule-values'
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'

export function showValue(value: RuleValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof RuleObject) return value.toText()
  if (value instanceof Map) return `{${Array.from(value, ([key, item]) => `${key}: ${showValue(item)}`).join(', ')}}`
  if (isList(value)) return `[${value.map(showValue).join(', ')}]`
  return textOfValue(value)
}

const isList = (value: RuleValue): value is readonly RuleValue[] => Array.isArray(value)
