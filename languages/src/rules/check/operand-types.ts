import type { ArithmeticOperator } from '../rule-tree.ts'
import type { RuleType } from '../rule-types.ts'

/** Results of functions such as `grok` are maps with further properties. */
export const isMapType = (type: RuleType): boolean =>
  type === 'Map' || type === 'GrokResult' || type === 'RegexMatchResult' || type === 'CEFParserResult'

/** Whether an argument may have the type of the parameter. */
export const isAssignable = (type: RuleType, to: RuleType): boolean =>
  to === 'Object' || type === to || (to === 'Map' && isMapType(type))

export type ArithmeticType =
  | { readonly kind: 'type'; readonly type: RuleType }
  | { readonly kind: 'incompatible' }
  /** The sentence that says what is impossible. */
  | { readonly kind: 'invalid'; readonly reason: string }

/** The type of the result. Both sides have the same type, or one is a date and the other one a period. */
export function arithmeticType(operator: ArithmeticOperator, left: RuleType, right: RuleType): ArithmeticType {
  const isSum = operator === '+' || operator === '-'
  if (isSum && isDateAndPeriod(left, right)) return { kind: 'type', type: 'DateTime' }
  if (left !== right || left === 'Void') return { kind: 'incompatible' }
  if (operator === '+' && left === 'DateTime') return { kind: 'invalid', reason: 'Unable to add two dates' }
  if (operator === '-' && left === 'String') return { kind: 'invalid', reason: 'Unable to subtract two strings' }
  return { kind: 'type', type: left }
}

const isDateAndPeriod = (left: RuleType, right: RuleType): boolean =>
  (left === 'DateTime' && right === 'Period') || (left === 'Period' && right === 'DateTime')
