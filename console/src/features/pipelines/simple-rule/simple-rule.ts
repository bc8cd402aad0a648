/** A rule that a form can show: conditions on single fields, and actions on the message. */

/** `all`: every condition must hold; `any`: one is enough. */
type Joined = 'all' | 'any'

export const OPERATORS = [
  'is',
  'isNot',
  'contains',
  'startsWith',
  'endsWith',
  'matches',
  'greater',
  'less',
  'exists',
  'missing',
] as const
export type Operator = (typeof OPERATORS)[number]

export interface SimpleCondition {
  readonly field: string
  readonly operator: Operator
  readonly value: string
}

/** `none`: the user has not chosen yet; it is not written. */
export const ACTIONS = ['none', 'set', 'setNumber', 'copy', 'lookup', 'rename', 'remove', 'route', 'drop'] as const
export type ActionKind = (typeof ACTIONS)[number]

export interface SimpleAction {
  readonly kind: ActionKind
  /** The field to change; empty for `route` and `drop`. */
  readonly field: string
  /** A text or number, the name of another field, or the id of a stream. */
  readonly value: string
  /** The name of the table that `lookup` asks for the value of the other field. */
  readonly table?: string
}

export interface SimpleRule {
  readonly title: string
  readonly joined: Joined
  /** None: the rule matches every message. */
  readonly conditions: readonly SimpleCondition[]
  readonly actions: readonly SimpleAction[]
}

export const takesConditionValue = (operator: Operator): boolean => operator !== 'exists' && operator !== 'missing'
export const takesActionField = (kind: ActionKind): boolean => !['none', 'route', 'drop'].includes(kind)
export const takesActionValue = (kind: ActionKind): boolean => !['none', 'remove', 'drop'].includes(kind)

export const EMPTY_ACTION: SimpleAction = { kind: 'none', field: '', value: '' }

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/

const isNumberText = (text: string): boolean => NUMBER.test(text.trim())

/** What keeps the form from being written as a source. */
type Gap = 'field' | 'value' | 'number' | 'action' | 'table'

export function gapOfCondition({ field, operator, value }: SimpleCondition): Gap | undefined {
  if (field.trim() === '') return 'field'
  if (operator === 'greater' || operator === 'less') return isNumberText(value) ? undefined : 'number'
  return takesConditionValue(operator) && value === '' ? 'value' : undefined
}

export function gapOfAction({ kind, field, value, table = '' }: SimpleAction): Gap | undefined {
  if (kind === 'none') return 'action'
  if (takesActionField(kind) && field.trim() === '') return 'field'
  if (kind === 'setNumber') return isNumberText(value) ? undefined : 'number'
  if (takesActionValue(kind) && value === '') return 'value'
  return kind === 'lookup' && table === '' ? 'table' : undefined
}

export const hasGaps = ({ conditions, actions }: SimpleRule): boolean =>
  conditions.some((one) => gapOfCondition(one) !== undefined) || actions.some((one) => gapOfAction(one) !== undefined)
