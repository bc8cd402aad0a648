/** A rule whose names are resolved and whose types are known. */
import type { RulePosition } from '../parse-error.ts'
import type { RuleFunction, RuleParam } from '../rule-function.ts'
import type { BinaryOperation } from '../rule-tree.ts'
import type { RuleType } from '../rule-types.ts'
import type { RuleValue } from '../rule-values.ts'

export type CheckedArgument<Run, Tools> =
  /** An optional parameter that the call leaves out. */
  | { readonly kind: 'none' }
  /** A constant as `prepare` returned it, or null. */
  | { readonly kind: 'prepared'; readonly value: unknown }
  | {
      readonly kind: 'computed'
      readonly param: RuleParam<unknown, Tools>
      readonly value: CheckedExpression<Run, Tools>
    }

export interface CheckedCall<Run, Tools> {
  readonly kind: 'call'
  readonly type: RuleType
  readonly at: RulePosition
  readonly fn: RuleFunction<Run, Tools>
  /** One for each parameter of the function. */
  readonly args: readonly CheckedArgument<Run, Tools>[]
}

type Typed<Kind> = Kind & { readonly type: RuleType; readonly at: RulePosition }

export type CheckedExpression<Run, Tools> =
  | CheckedCall<Run, Tools>
  | Typed<
      | { readonly kind: 'literal'; readonly value: RuleValue }
      | { readonly kind: 'message' }
      | { readonly kind: 'field'; readonly name: string }
      /** Variables have slots in the order of their declarations. */
      | { readonly kind: 'variable'; readonly slot: number }
      | { readonly kind: 'list'; readonly items: readonly CheckedExpression<Run, Tools>[] }
      | { readonly kind: 'map'; readonly entries: readonly CheckedEntry<Run, Tools>[] }
      | { readonly kind: 'property'; readonly base: CheckedExpression<Run, Tools>; readonly name: string }
      | {
          readonly kind: 'index'
          readonly base: CheckedExpression<Run, Tools>
          readonly index: CheckedExpression<Run, Tools>
        }
      | { readonly kind: 'sign'; readonly isNegative: boolean; readonly operand: CheckedExpression<Run, Tools> }
      | { readonly kind: 'not'; readonly operand: CheckedExpression<Run, Tools> }
      | (BinaryOperation & {
          readonly left: CheckedExpression<Run, Tools>
          readonly right: CheckedExpression<Run, Tools>
        })
    >

export interface CheckedEntry<Run, Tools> {
  readonly key: string
  readonly value: CheckedExpression<Run, Tools>
}

export type CheckedStatement<Run, Tools> =
  | { readonly kind: 'value'; readonly value: CheckedExpression<Run, Tools> }
  | { readonly kind: 'let'; readonly slot: number; readonly value: CheckedExpression<Run, Tools> }

export interface CheckedRule<Run, Tools> {
  readonly title: string
  /** It matches only if it is a Boolean: anything else never does. */
  readonly condition: CheckedExpression<Run, Tools>
  readonly statements: readonly CheckedStatement<Run, Tools>[]
  /** How many variables it declares. */
  readonly slots: number
  readonly usedFunctions: ReadonlySet<string>
  readonly tools: Tools
}
