import type { FieldValue } from '@logyard/codecs/codec'
import { compileJavaPattern } from '../../../languages/src/java-regex/java-pattern.ts'
import { fieldOf, type Message, trimmed } from '../store/messages/message.ts'
import type { StreamRuleSettings } from './stream-routing.ts'

export type RulePredicate = (message: Message) => boolean

/** Runs a test that may take for ever under the eyes of a guard; answers `false` where the guard knows it to do so. */
export type GuardRegex = (ruleId: string, test: () => boolean) => boolean

const never: RulePredicate = () => false

/** A stream rule as a function, by the letter of the contract's rule semantics. */
export function compileRule(rule: StreamRuleSettings, guard: GuardRegex): RulePredicate {
  const { field, value, inverted } = rule
  /** Most types: what the field's text says, turned round when inverted; no field is no match. */
  const onText =
    (test: (text: string) => boolean): RulePredicate =>
    (message) => {
      const found = fieldOf(message, field)
      return inverted !== (found !== undefined && test(textOf(found)))
    }
  switch (rule.type) {
    case 1:
      return onText((text) => trimmed(text) === value)
    case 2: {
      const pattern = compileJavaPattern(value)
      if (pattern === undefined) return never
      return (message) => {
        const found = fieldOf(message, field)
        if (found === undefined) return inverted
        return guard(rule.id, () => inverted !== pattern.test(textOf(found)))
      }
    }
    case 3:
      return compileComparison(rule, (number, limit) => number > limit)
    case 4:
      return compileComparison(rule, (number, limit) => number < limit)
    case 5:
      return (message) => {
        const found = fieldOf(message, field)
        return inverted !== (found !== undefined && (typeof found !== 'string' || trimmed(found) !== ''))
      }
    case 6:
      return onText((text) => text.includes(value))
    case 7:
      return () => true
    case 8: {
      const inputId = value.toLowerCase()
      return (message) => inverted !== (trimmed(message.inputId).toLowerCase() === inputId)
    }
    default:
      return never
  }
}

/** No match, inverted or not, unless both sides are numbers. */
function compileComparison(
  { field, value, inverted }: StreamRuleSettings,
  holds: (number: number, limit: number) => boolean,
): RulePredicate {
  const limit = doubleOf(value)
  if (Number.isNaN(limit)) return never
  return (message) => {
    const found = fieldOf(message, field)
    if (found === undefined) return false
    const number = typeof found === 'number' ? found : doubleOf(textOf(found))
    return !Number.isNaN(number) && inverted !== holds(number, limit)
  }
}

const DOUBLE = /^[+-]?(Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]?)$/

function doubleOf(text: string): number {
  const bare = trimmed(text)
  return DOUBLE.test(bare) ? Number.parseFloat(bare) : Number.NaN
}

function textOf(value: FieldValue | Date): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return `[${value.join(', ')}]`
  return String(value)
}
