import type { Analyzer } from '../query/analyzers.ts'

/**
 * The engine's type of a stored value. A list is an array; a list of different types is an array of Dynamic.
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

/** All fields that were ever stored: a field that is not in it is in no message. */
export interface FieldSchema {
  /** All types of the field's values; empty for an unknown field. */
  types(name: string): readonly StoredType[]
  /** The names of all fields without columns of their own. */
  names(): readonly string[]
  /** Indices with another analyzer than the standard one. */
  readonly otherAnalyses: readonly OtherAnalysis[]
}

const NUMBERS: ReadonlySet<StoredType> = new Set([
  'Int64',
  'UInt64',
  'Float64',
  'Array(Nullable(Int64))',
  'Array(Nullable(Float64))',
])

/** Whether any message has a number in this field. */
export const holdsNumbers = (name: string, schema: Pick<FieldSchema, 'types'>): boolean =>
  schema.types(name).some((type) => NUMBERS.has(type))

/** Analyzer of the indices named <prefix>_<number>. */
export interface OtherAnalysis {
  readonly indexPrefix: string
  readonly analyzer: Analyzer
}

/** The analyzer of an index. */
export const analyzerOf = (index: string, { otherAnalyses }: Pick<FieldSchema, 'otherAnalyses'>): Analyzer =>
  otherAnalyses.find(
    ({ indexPrefix: prefix }) => index.startsWith(`${prefix}_`) && /^\d+$/.test(index.slice(prefix.length + 1)),
  )?.analyzer ?? 'standard'
