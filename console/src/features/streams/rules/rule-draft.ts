/** The values of the rule form: the fields of each rule type, and what is sent. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import {
  RULE_TYPES,
  type RuleType,
  type StreamRule,
  type StreamRuleDraft,
} from '@logyard/contract/streams/stream-rules'

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
export const isRuleType = (value: number): value is RuleType => ruleTypes.some((type) => type === value)

export const ruleValues = (rule: StreamRule | undefined): RuleValues => ({
  type: rule?.type ?? RULE_TYPES.EXACT,
  field: rule?.field ?? '',
  value: rule?.value ?? '',
  inverted: rule?.inverted ?? false,
  description: rule?.description ?? '',
})

export const isUntouched = ({ type, field, value }: RuleValues) =>
  type !== RULE_TYPES.ALWAYS_MATCH && field.trim() === '' && value === ''

/** Everything that its type needs is there. */
export const isComplete = ({ type, field, value }: RuleValues) =>
  (!takesField(type) || field.trim() !== '') && (!takesValue(type) || value !== '')

export function ruleDraft({ type, field, value, inverted, description }: RuleValues): StreamRuleDraft {
  return {
    type,
    field: takesField(type) ? field.trim() : takesInput(type) ? FIELD.sourceInput : '',
    value: takesValue(type) ? value : '',
    inverted: takesInverted(type) && inverted,
    description: description.trim(),
  }
}
