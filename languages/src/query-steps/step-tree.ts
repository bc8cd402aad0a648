/**
 * The meaning of the steps of a query, from which SQL is compiled; a test interprets it over rows. Names are resolved to
 * numbers of columns, and every expression has a type. Any value may be missing (`null`).
 */
import type { IpRange } from '../query/ip-range.ts'
import type { Span } from '../query/query-tree.ts'
import type { LinearRegex } from './linear-regex.ts'

/** A time is a whole number of milliseconds since 1970. `nothing` is the type of what is always missing. */
export type StepType = 'text' | 'number' | 'boolean' | 'time' | 'nothing'
export type StepValue = string | number | boolean | null

export type StepExpression = { readonly type: StepType } & (
  | { readonly kind: 'literal'; readonly value: StepValue }
  | { readonly kind: 'column'; readonly id: number }
  | ({ readonly kind: 'call'; readonly args: readonly StepExpression[] } & StepCall)
)

/** Functions whose last argument is a constant have it prepared. */
export type StepCall =
  | { readonly name: PlainFunction }
  | { readonly name: 'matches'; readonly regex: LinearRegex }
  /** The text of the first group of the first match; missing if it is empty. */
  | { readonly name: 'extract'; readonly regex: LinearRegex }
  | { readonly name: 'json'; readonly path: readonly string[] }
  | { readonly name: 'kv'; readonly key: string }
  | { readonly name: 'in_network'; readonly network: IpRange }
  | { readonly name: 'network'; readonly bits: number }
  | { readonly name: 'bin'; readonly widthMs: number }
  | { readonly name: 'round'; readonly digits: number }
  | { readonly name: 'split'; readonly separator: string; readonly place: number }
  | { readonly name: 'substring'; readonly start: number; readonly length: number | undefined }
  | { readonly name: 'replace'; readonly old: string }

export const PLAIN_FUNCTIONS = [
  ...['or', 'and', 'not', 'equal', 'less', 'less_or_equal', 'in', 'if', 'coalesce', 'exists'],
  ...['add', 'subtract', 'multiply', 'divide', 'modulo', 'negate', 'shift', 'abs', 'floor', 'ceil', 'sqrt'],
  ...['lower', 'upper', 'trim', 'length', 'contains', 'starts_with', 'ends_with', 'concat', 'text', 'number'],
  ...['time', 'year', 'month', 'day', 'weekday', 'hour', 'minute', 'second', 'is_address', 'is_private'],
] as const
export type PlainFunction = (typeof PLAIN_FUNCTIONS)[number]

/** A value of a message: a field as the type that the schema gives it, or as its text. */
export interface BaseColumn {
  readonly id: number
  readonly field: string
  readonly type: StepType
}

export interface StepColumn {
  readonly id: number
  readonly name: string
  readonly type: StepType
  /** The field whose values these are, unchanged. */
  readonly field: string | undefined
}

export interface OrderTerm {
  readonly id: number
  readonly isDescending: boolean
}

/**
 * Texts by code points, numbers by value, false before true; missing values are last in both directions. Terms leave no
 * ties, except among messages: of these the newer comes first, by timestamp and then by id.
 */
export interface StepOrder {
  readonly terms: readonly OrderTerm[]
  readonly areMessages: boolean
}

export const AGGREGATE_NAMES = [
  'count',
  'count_if',
  'distinct',
  'sum',
  'avg',
  'min',
  'max',
  'median',
  'percentile',
  'first',
  'last',
] as const
export type AggregateName = (typeof AGGREGATE_NAMES)[number]

export interface StepAggregate {
  readonly id: number
  readonly name: AggregateName
  readonly type: StepType
  /** Absent for `count()`. */
  readonly value: StepExpression | undefined
  /** Rank of a percentile, from 0 to 1. */
  readonly level: number
}

export interface StepDefinition {
  readonly id: number
  readonly value: StepExpression
}

export type Step =
  | { readonly kind: 'where'; readonly condition: StepExpression }
  /** Definitions do not refer to each other. */
  | { readonly kind: 'let'; readonly definitions: readonly StepDefinition[] }
  | {
      readonly kind: 'group'
      readonly aggregates: readonly StepAggregate[]
      readonly keys: readonly StepDefinition[]
    }
  | { readonly kind: 'limit'; readonly count: number; readonly order: StepOrder }
  /** Keeps the first row of those that have the same values. */
  | { readonly kind: 'dedup'; readonly keys: readonly number[]; readonly order: StepOrder }
  | StepExtract
  | StepTransaction
  | StepJoin

/** The groups of the first match in a text. A group that is empty, or took no part, is missing. */
export interface StepExtract {
  readonly kind: 'extract'
  /** The number of all groups together. */
  readonly id: number
  readonly text: StepExpression
  readonly regex: LinearRegex
  /** Quotes around a group are left out. */
  readonly isUnquoted: boolean
  readonly outputs: readonly StepOutput[]
}

export interface StepOutput {
  readonly id: number
  readonly isNumber: boolean
  /** Groups, counted from 1, of which the first that has a text is the value. */
  readonly groups: readonly number[]
}

/**
 * Rows with the same values and little time between them become one. A longer pause than `maxPauseMs` begins a new
 * transaction. `maxSpanMs` cuts one into parts of that length, counted from its first row.
 */
export interface StepTransaction {
  readonly kind: 'transaction'
  readonly keys: readonly number[]
  readonly time: number
  readonly maxSpanMs: number | undefined
  readonly maxPauseMs: number | undefined
  readonly start: number
  readonly end: number
  readonly duration: number
  readonly count: number
}

export interface StepJoin {
  readonly kind: 'join'
  readonly table: string
  readonly span: Span
  readonly key: StepExpression
  /** `value` names one of the values of a multi value; the single value without it. */
  readonly outputs: readonly { readonly id: number; readonly value: string | undefined }[]
}

export interface StepProgram {
  readonly base: readonly BaseColumn[]
  readonly steps: readonly Step[]
  readonly columns: readonly StepColumn[]
  readonly order: StepOrder
  /** How the rows are best drawn; undefined if they are no figures. */
  readonly chart: StepChart | undefined
}

/** How a result is best drawn: over time, or by the values of its first columns. */
export interface StepChart {
  readonly over: 'time' | 'values'
  /** Columns that tell the rows apart; the others are figures. */
  readonly keys: number
}
