import type { Analyzer } from '../query/analyzers.ts'

/**
 * How a value lies in the store: the type that the engine gave it, by its name there. A list is an array; one whose
 * elements differ is an array of anything.
 */
export const STORED_TYPES = [
  'String',
  'Int64',
  'UInt64',
  'Float64',
  'Bool',
  'Array(Nullable(String))',
  'Array(Nullable(Int64))',
  'Array(Nullable(Float64))',
  'Array(Nullable(Bool))',
  'Array(Dynamic)',
] as const

export type StoredType = (typeof STORED_TYPES)[number]

/** What is known of the fields in the store: all that ever came, so what it does not name is in no message. */
export interface FieldSchema {
  /** Every type that values of the field have had; empty for a field that never came. */
  types(name: string): readonly StoredType[]
  /** The names of all fields that are not columns of their own. */
  names(): readonly string[]
  /** Where texts are split into words otherwise than by the standard analyzer. */
  readonly otherAnalyses: readonly OtherAnalysis[]
}

/** The indices whose names are the prefix, `_` and a number. */
export interface OtherAnalysis {
  readonly indexPrefix: string
  readonly analyzer: Analyzer
}

/** How the texts of messages in that index are split into words. */
export const analyzerOf = (index: string, { otherAnalyses }: Pick<FieldSchema, 'otherAnalyses'>): Analyzer =>
  otherAnalyses.find(
    ({ indexPrefix: prefix }) => index.startsWith(`${prefix}_`) && /^\d+$/.test(index.slice(prefix.length + 1)),
  )?.analyzer ?? 'standard'
