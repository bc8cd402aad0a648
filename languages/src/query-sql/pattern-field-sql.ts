/** The value of a field that is one part of a pattern: computed from the text of messages of its templates only. */
import type { PartPattern } from '../message-templates/part-pattern.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { sqlList } from '../sql/sql-parts.ts'
import type { FieldColumn } from './field-columns.ts'
import { numberOfText } from './number-text-sql.ts'

export interface PatternFieldSpec {
  readonly name: string
  readonly kind: 'number' | 'text'
  /** Text behind each number. Texts with another one are no numbers. */
  readonly unit: string
  readonly patterns: readonly PartPattern[]
}

const hasTemplate = (hashes: readonly string[]): Sql => sql`template IN (${sqlList(hashes.map(BigInt))})`

export const patternFieldType = ({ kind }: Pick<PatternFieldSpec, 'kind'>) => (kind === 'number' ? 'Float64' : 'String')

/** `stored` is the column of messages that have the same field from elsewhere: their own value counts. */
export function patternFieldColumn(spec: PatternFieldSpec, stored?: Sql): FieldColumn {
  const type = patternFieldType(spec)
  const none = stored ?? (type === 'String' ? sql`''` : sql`CAST(NULL AS Nullable(Float64))`)
  const cases = spec.patterns.flatMap(({ hashes, pattern }) => [
    hasTemplate(hashes),
    typedText(spec, sql`extract(message, ${pattern})`),
  ])
  return {
    field: spec.name,
    type,
    isRepetitive: false,
    numberInValues: undefined,
    computed: {
      value: sql`multiIf(${sqlList([...cases, none])})`,
      mayHave: stored === undefined ? hasTemplate(spec.patterns.flatMap(({ hashes }) => hashes)) : sql`1`,
    },
  }
}

function typedText({ kind, unit }: PatternFieldSpec, text: Sql): Sql {
  if (kind === 'text') return text
  if (unit === '') return numberOfText(text)
  const number = numberOfText(sql`substring(${text}, 1, length(${text}) - ${new TextEncoder().encode(unit).length})`)
  return sql`if(endsWith(${text}, ${unit}), ${number}, NULL)`
}
