import type { FieldValue } from '@logyard/codecs/codec'
import { RULE_TYPES } from '@logyard/contract/streams/stream-rules'
import { compileJavaPattern } from '@logyard/languages/java-regex/java-pattern'
import { fieldOf, type ReadableMessage, trimmed } from '../store/messages/message.ts'
import type { StreamRuleSettings } from './stream-routing.ts'

export type RulePredicate = (message: ReadableMessage) => boolean

/** Runs a test that may never end under observation. Returns false without running one that is known to run away. */
export type RunGuarded = (test: () => boolean) => boolean

const never: RulePredicate = () => false

/** Compiles a stream rule to a function. An unknown type or an invalid value never matches, inverted or not. */
export function compileStreamRule(rule: StreamRuleSettings, runGuarded: RunGuarded): RulePredicate {
  const { field, value, inverted } = rule
  /** Tests the field's text, negated if inverted. A missing field counts as a failed test. */
  const onText =
    (test: (text: string) => boolean): RulePredicate =>
    (message) => {
      const found = fieldOf(message, field)
      return inverted !== (found !== undefined && test(textOf(found)))
    }
  switch (rule.type) {
    case RULE_TYPES.EXACT:
      return onText((text) => trimmed(text) === value)
    case RULE_TYPES.REGEX: {
      const pattern = compileJavaPattern(value)
      if (pattern === undefined) return never
      return (message) => {
        const found = fieldOf(message, field)
        if (found === undefined) return inverted
        return runGuarded(() => inverted !== pattern.test(textOf(found)))
      }
    }
    case RULE_TYPES.GREATER:
      return compileComparison(rule, (number, limit) => number > limit)
    case RULE_TYPES.SMALLER:
      return compileComparison(rule, (number, limit) => number < limit)
    case RULE_TYPES.PRESENCE:
      return (message) => {
        const found = fieldOf(message, field)
        return inverted !== (found !== undefined && (typeof found !== 'string' || trimmed(found) !== ''))
      }
    case RULE_TYPES.CONTAINS:
      return onText((text) => text.includes(value))
    case RULE_TYPES.ALWAYS_MATCH:
      return () => true
    case RULE_TYPES.MATCH_INPUT: {
      const inputId = value.toLowerCase()
      return (message) => inverted !== (trimmed(message.inputId).toLowerCase() === inputId)
    }
    default:
      return never
  }
}

/** Never matches, inverted or not, unless both the field and the rule's value are numbers. */
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
