/** The value of a field that is one part of a pattern: computed from the text of messages of its templates only. */
import type { PartPattern } from '../message-templates/part-pattern.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { sqlList, sqlName } from '../sql/sql-parts.ts'
import { ALWAYS, anyOf, NEVER } from './condition.ts'
import type { FieldColumn } from './field-columns.ts'
import { numberOfText } from './number-text-sql.ts'

export interface PatternFieldSpec {
  readonly name: string
  readonly kind: 'number' | 'text'
  /** Text behind each number. Texts with another one are no numbers. */
  readonly unit: string
  /** Patterns of templates whose values are not in the column. */
  readonly patterns: readonly PartPattern[]
  /** The id of the field, if it has a column. */
  readonly stored?: string
}

const hasTemplate = (hashes: readonly string[]): Sql => sql`template IN (${sqlList(hashes.map(BigInt))})`

export const patternFieldType = ({ kind }: Pick<PatternFieldSpec, 'kind'>) => (kind === 'number' ? 'Float64' : 'String')

/** The column of a field that is used often. */
export const patternColumnSql = (id: string): Sql => sqlName(`pattern_${id}`)

/** `own` is the value of messages that have the same field from elsewhere. */
export function patternFieldColumn(spec: PatternFieldSpec, own?: Sql): FieldColumn {
  const type = patternFieldType(spec)
  const none = own ?? (type === 'String' ? sql`''` : sql`CAST(NULL AS Nullable(Float64))`)
  const column = spec.stored === undefined ? undefined : patternColumnSql(spec.stored)
  const isStored = column && (type === 'String' ? sql`${column} != ''` : sql`isNotNull(${column})`)
  const cases = spec.patterns.flatMap(({ hashes, pattern }) => [
    hasTemplate(hashes),
    typedText(spec, sql`extract(message, ${pattern})`),
  ])
  const otherwise =
    column === undefined || own === undefined ? (column ?? none) : sql`if(${isStored ?? NEVER}, ${column}, ${own})`
  const computed = spec.patterns.flatMap(({ hashes }) => hashes)
  const mayHave = [
    ...(isStored === undefined ? [] : [isStored]),
    ...(computed.length === 0 ? [] : [hasTemplate(computed)]),
  ]
  return {
    field: spec.name,
    type,
    isRepetitive: false,
    numberInValues: undefined,
    computed: {
      value: cases.length === 0 ? otherwise : sql`multiIf(${sqlList([...cases, otherwise])})`,
      mayHave: own === undefined ? anyOf(mayHave) : ALWAYS,
    },
  }
}

function typedText({ kind, unit }: PatternFieldSpec, text: Sql): Sql {
  if (kind === 'text') return text
  if (unit === '') return numberOfText(text)
  const number = numberOfText(sql`substring(${text}, 1, length(${text}) - ${new TextEncoder().encode(unit).length})`)
  return sql`if(endsWith(${text}, ${unit}), ${number}, NULL)`
}
