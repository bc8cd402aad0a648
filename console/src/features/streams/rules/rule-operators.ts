/** The conditions that a rule can state: its type and whether it is inverted, as one choice. */
import { RULE_TYPES, type RuleType } from '@logyard/contract/streams/stream-rules'

const CONDITIONS = ['1', '1!', '6', '6!', '2', '2!', '3', '3!', '4', '4!', '5', '5!', '8', '8!', '7'] as const
export type Condition = (typeof CONDITIONS)[number]
export const conditions: readonly Condition[] = CONDITIONS

export const isCondition = (text: string): text is Condition => CONDITIONS.some((known) => known === text)

const TYPES: readonly RuleType[] = Object.values(RULE_TYPES)

export const ruleOf = (condition: Condition): { readonly type: RuleType; readonly inverted: boolean } => ({
  type: TYPES.find((type) => String(type) === condition.replace('!', '')) ?? RULE_TYPES.EXACT,
  inverted: condition.endsWith('!'),
})

export function conditionOf({ type, inverted }: { readonly type: RuleType; readonly inverted: boolean }): Condition {
  const text = `${type}${inverted ? '!' : ''}`
  return isCondition(text) ? text : '1'
}
