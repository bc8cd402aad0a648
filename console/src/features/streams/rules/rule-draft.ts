/** The values of the rule form: the fields of each rule type, and what is sent. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import {
  RULE_TYPES,
  type RuleType,
  type StreamRule,
  type StreamRuleDraft,
} from '@logyard/contract/streams/stream-rules'
import type { MessageId } from '../../../base/text/catalogues.ts'

export interface RuleValues {
  readonly type: RuleType
  readonly field: string
  readonly value: string
  readonly inverted: boolean
  readonly description: string
}

export const takesField = (type: RuleType) => type !== RULE_TYPES.ALWAYS_MATCH && type !== RULE_TYPES.MATCH_INPUT
export const takesValue = (type: RuleType) => type !== RULE_TYPES.ALWAYS_MATCH && type !== RULE_TYPES.PRESENCE
export const takesInput = (type: RuleType) => type === RULE_TYPES.MATCH_INPUT
/** `ALWAYS_MATCH` cannot be inverted: it matches either way. */
export const takesInverted = (type: RuleType) => type !== RULE_TYPES.ALWAYS_MATCH

export const ruleTypes: readonly RuleType[] = Object.values(RULE_TYPES)

export const ruleValues = (rule: StreamRule | undefined): RuleValues => ({
  type: rule?.type ?? RULE_TYPES.EXACT,
  field: rule?.field ?? '',
  value: rule?.value ?? '',
  inverted: rule?.inverted ?? false,
  description: rule?.description ?? '',
})

export const isUntouched = ({ type, field, value }: RuleValues) =>
  type !== RULE_TYPES.ALWAYS_MATCH && field.trim() === '' && value === ''

/** Errors by field: the fields that the type of the rule needs and that are empty. */
export const ruleProblems = ({ type, field, value }: RuleValues): Partial<Record<'field' | 'value', MessageId>> => ({
  ...(takesField(type) && field.trim() === '' ? { field: 'streams.rule.error.field' } : {}),
  ...(takesValue(type) && value === ''
    ? { value: takesInput(type) ? 'streams.rule.error.input' : 'streams.rule.error.value' }
    : {}),
})

export const isComplete = (values: RuleValues) => Object.keys(ruleProblems(values)).length === 0

export function ruleDraft({ type, field, value, inverted, description }: RuleValues): StreamRuleDraft {
  return {
    type,
    field: takesField(type) ? field.trim() : takesInput(type) ? FIELD.sourceInput : '',
    value: takesValue(type) ? value : '',
    inverted: takesInverted(type) && inverted,
    description: description.trim(),
  }
}

/** The conditions that a rule can state: its type and whether it is inverted, as one choice. */
export const CONDITIONS = ['1', '1!', '6', '6!', '2', '2!', '3', '3!', '4', '4!', '5', '5!', '8', '8!', '7'] as const
type Condition = (typeof CONDITIONS)[number]

const isCondition = (text: string): text is Condition => CONDITIONS.some((known) => known === text)

export const ruleOf = (condition: string): Pick<RuleValues, 'type' | 'inverted'> => ({
  type: ruleTypes.find((type) => String(type) === condition.replace('!', '')) ?? RULE_TYPES.EXACT,
  inverted: condition.endsWith('!'),
})

export function conditionOf({ type, inverted }: Pick<RuleValues, 'type' | 'inverted'>): Condition {
  const text = `${type}${inverted ? '!' : ''}`
  return isCondition(text) ? text : '1'
}
