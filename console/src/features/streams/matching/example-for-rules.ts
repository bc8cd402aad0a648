/** A message that matches the rules of a stream, as far as one can be made up. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import { RULE_TYPES, type StreamRule } from '@logyard/contract/streams/stream-rules'
import { compileJavaPattern } from '@logyard/languages/java-regex/java-pattern'
import { exampleText } from './example-message.ts'
import { sampleText } from './sample-text.ts'

type Rule = Pick<StreamRule, 'type' | 'field' | 'value' | 'inverted'>
type Value = string | number | undefined

/** JSON text for the editor. Fields of several rules get a value that suits most of them. */
export function exampleFor(rules: readonly Rule[]): string {
  const named = rules.map((rule) => ({ ...rule, field: fieldOf(rule) })).filter(({ field }) => field !== '')
  const fields = Object.fromEntries(
    [...new Set(named.map(({ field }) => field))].map((name) => [
      name,
      bestValue(named.filter(({ field }) => field === name)),
    ]),
  )
  return exampleText({ source: 'web-1.example.org', message: 'GET /index.html 200', ...fields })
}

const fieldOf = ({ type, field }: Rule) => (type === RULE_TYPES.MATCH_INPUT ? FIELD.sourceInput : field)

function bestValue(rules: readonly Rule[]): Value {
  const values = rules.flatMap(candidates)
  const limits = rules.map(({ value }) => Number(value)).filter(Number.isFinite)
  const between = limits.length > 1 ? [(Math.min(...limits) + Math.max(...limits)) / 2] : []
  const suits = (value: Value) => rules.filter((rule) => holds(rule, value)).length
  return [...values, ...between].toSorted((a, b) => suits(b) - suits(a))[0]
}

function candidates({ type, value, inverted }: Rule): readonly Value[] {
  const other = `not ${value}`
  switch (type) {
    case RULE_TYPES.EXACT:
    case RULE_TYPES.CONTAINS:
    case RULE_TYPES.MATCH_INPUT:
      return inverted ? ['other', ''] : [value]
    case RULE_TYPES.REGEX:
      return inverted ? ['', 'other', other] : [sampleText(value), value, 'a', '1']
    case RULE_TYPES.GREATER:
      return [Number(value) + (inverted ? 0 : 1)]
    case RULE_TYPES.SMALLER:
      return [Number(value) - (inverted ? 0 : 1)]
    case RULE_TYPES.PRESENCE:
      return inverted ? [undefined] : ['example']
    case RULE_TYPES.ALWAYS_MATCH:
      return []
    default:
      return type satisfies never
  }
}

/** As the server decides, for the values above. */
function holds({ type, value: wanted, inverted }: Rule, value: Value): boolean {
  const text = value === undefined ? undefined : String(value).trim()
  const found = (test: boolean) => inverted !== (text !== undefined && test)
  switch (type) {
    case RULE_TYPES.EXACT:
    case RULE_TYPES.MATCH_INPUT:
      return found(text === wanted)
    case RULE_TYPES.CONTAINS:
      return found(text?.includes(wanted) === true)
    case RULE_TYPES.REGEX:
      return found(compileJavaPattern(wanted)?.test(text ?? '') === true)
    case RULE_TYPES.GREATER:
      return text !== undefined && inverted !== Number(text) > Number(wanted)
    case RULE_TYPES.SMALLER:
      return text !== undefined && inverted !== Number(text) < Number(wanted)
    case RULE_TYPES.PRESENCE:
      return found(text !== '')
    case RULE_TYPES.ALWAYS_MATCH:
      return true
    default:
      return type satisfies never
  }
}
