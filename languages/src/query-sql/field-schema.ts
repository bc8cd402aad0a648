import type { Analyzer } from '../query/analyzers.ts'
import type { Sql } from '../sql/sql.ts'
import type { FieldColumns } from './field-columns.ts'
import type { StoredType } from './stored-types.ts'

/** All fields that were ever stored, beside those that the server sets: a field that is not in it is in no message. */
export interface FieldTypes {
  /** All types of the field's values; empty for an unknown field. */
  types(name: string): readonly StoredType[]
  names(): readonly string[]
  /** Whether any message may have a text in the field that is too long for the column `values`. */
  mayBeLong(name: string): boolean
}

export interface FieldSchema extends FieldTypes {
  /** The table that has all messages. */
  readonly table: Sql
  readonly columns: FieldColumns
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
export const holdsNumbers = (name: string, schema: Pick<FieldTypes, 'types'>): boolean =>
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
