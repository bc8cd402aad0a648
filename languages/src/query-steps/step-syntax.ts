/** Steps as they are written. Names and types are checked afterwards (`check-steps.ts`). Spans are offsets into the query. */
import type { Span } from '../query/query-tree.ts'

export interface NameSyntax {
  readonly name: string
  readonly span: Span
}

export interface TextSyntax {
  readonly text: string
  readonly span: Span
}

export type ExpressionSyntax = { readonly span: Span } & (
  | { readonly kind: 'number'; readonly value: number; readonly isDuration: boolean }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'name'; readonly name: string }
  /** Operators are calls of a function with the name of the operator. */
  | {
      readonly kind: 'call'
      readonly name: string
      readonly nameSpan: Span
      readonly args: readonly ExpressionSyntax[]
      readonly isOperator: boolean
    }
)

export interface DefinitionSyntax {
  readonly value: ExpressionSyntax
  readonly as: NameSyntax | undefined
}

/** `path` is what is read, `as` the name that it gets. */
export interface OutputSyntax {
  readonly path: NameSyntax
  readonly as: NameSyntax
}

export interface SortTermSyntax {
  readonly name: NameSyntax
  readonly isDescending: boolean
}

export type StepSyntax = { readonly span: Span } & (
  | { readonly kind: 'where'; readonly condition: ExpressionSyntax }
  | {
      readonly kind: 'let'
      readonly definitions: readonly { readonly as: NameSyntax; readonly value: ExpressionSyntax }[]
    }
  | {
      readonly kind: 'pattern'
      readonly form: 'grok' | 'regex'
      readonly source: NameSyntax
      readonly pattern: TextSyntax
    }
  | {
      readonly kind: 'outputs'
      readonly form: 'json' | 'kv'
      readonly source: NameSyntax
      readonly outputs: readonly OutputSyntax[]
    }
  | {
      readonly kind: 'stats'
      readonly aggregates: readonly DefinitionSyntax[]
      readonly keys: readonly DefinitionSyntax[]
    }
  | {
      readonly kind: 'timechart'
      /** Undefined for one that suits the range. */
      readonly spanMs: number | undefined
      readonly aggregates: readonly DefinitionSyntax[]
      readonly keys: readonly DefinitionSyntax[]
    }
  | { readonly kind: 'top'; readonly isRare: boolean; readonly count: number; readonly names: readonly NameSyntax[] }
  | { readonly kind: 'sort'; readonly terms: readonly SortTermSyntax[] }
  | { readonly kind: 'limit'; readonly count: number }
  | { readonly kind: 'fields'; readonly names: readonly { readonly name: NameSyntax; readonly isLeftOut: boolean }[] }
  | { readonly kind: 'dedup'; readonly names: readonly NameSyntax[] }
  | {
      readonly kind: 'transaction'
      readonly names: readonly NameSyntax[]
      readonly maxSpanMs: number | undefined
      readonly maxPauseMs: number | undefined
    }
  | {
      readonly kind: 'join'
      readonly table: NameSyntax
      readonly key: NameSyntax
      /** The single value of the table, or named ones of its multi value. */
      readonly outputs: { readonly as: NameSyntax } | { readonly named: readonly OutputSyntax[] }
    }
)

/** The words that steps begin with, in the order in which they are offered. */
export const STEP_NAMES = [
  'where',
  'stats',
  'timechart',
  'top',
  'rare',
  'let',
  'parse',
  'sort',
  'limit',
  'fields',
  'dedup',
  'join',
  'transaction',
] as const
export type StepName = (typeof STEP_NAMES)[number]
