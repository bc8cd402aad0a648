/** What sources say. Offsets count from the start of the source. */
import type { RuleType } from './rule-types.ts'
import type { RuleValue } from './rule-values.ts'

interface SourceRange {
  readonly from: number
  readonly to: number
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'
export type ComparisonOperator = '<' | '<=' | '>' | '>='
export type EqualityOperator = '==' | '!='
export type LogicOperator = 'and' | 'or'

export type BinaryOperation =
  | { readonly kind: 'arithmetic'; readonly operator: ArithmeticOperator }
  | { readonly kind: 'comparison'; readonly operator: ComparisonOperator }
  | { readonly kind: 'equality'; readonly operator: EqualityOperator }
  | { readonly kind: 'logic'; readonly operator: LogicOperator }

export type BinaryExpression = SourceRange &
  BinaryOperation & { readonly left: RuleExpression; readonly right: RuleExpression }

export interface CallArgument {
  /** All arguments of a call are named, or none. */
  readonly name: string | undefined
  readonly value: RuleExpression
}

export interface CallExpression extends SourceRange {
  readonly kind: 'call'
  readonly name: string
  readonly args: readonly CallArgument[]
}

export type RuleExpression =
  | BinaryExpression
  | CallExpression
  | (SourceRange &
      (
        | { readonly kind: 'literal'; readonly value: RuleValue; readonly type: RuleType }
        | { readonly kind: 'message' }
        | { readonly kind: 'variable'; readonly name: string }
        | { readonly kind: 'list'; readonly items: readonly RuleExpression[] }
        | { readonly kind: 'map'; readonly entries: readonly MapEntry[] }
        | { readonly kind: 'property'; readonly base: RuleExpression; readonly name: string }
        | { readonly kind: 'index'; readonly base: RuleExpression; readonly index: RuleExpression }
        | { readonly kind: 'sign'; readonly isNegative: boolean; readonly operand: RuleExpression }
        | { readonly kind: 'not'; readonly operand: RuleExpression }
      ))

export interface MapEntry {
  readonly key: string
  readonly value: RuleExpression
}

export type RuleStatement =
  | { readonly kind: 'call'; readonly call: CallExpression }
  | { readonly kind: 'let'; readonly name: string; readonly value: RuleExpression }

export interface RuleTree {
  readonly title: string
  readonly condition: RuleExpression
  readonly statements: readonly RuleStatement[]
}

/** `pass` always goes on to the next stage. */
export type StageMatch = 'all' | 'either' | 'pass'

export interface StageTree {
  readonly stage: number
  readonly match: StageMatch
  /** The titles of rules, in order. */
  readonly rules: readonly string[]
}

export interface PipelineTree {
  readonly title: string
  /** Ascending by their number, each number once. */
  readonly stages: readonly StageTree[]
}
