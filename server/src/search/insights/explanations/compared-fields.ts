/** The fields of the compared messages, and how each is compared: by its values, by the size of its numbers, or not. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import { fieldColumnSql } from '@logyard/languages/query-sql/field-columns'
import { type FieldSchema, holdsNumbers } from '@logyard/languages/query-sql/field-schema'
import { fieldSql } from '@logyard/languages/query-sql/message-field'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import { Cells } from '../cells.ts'
import type { Compared } from './compared.ts'

/** The values of a message are compared by so many fields and patterns in one statement. */
export const MAX_COMPARED_FIELDS = 60
/** Names without a column of their own that are looked for among the newest stored fields. */
const MAX_NAMES = 40
/** A field of which more than this part of the texts are different is not compared: they are like ids. */
const UNIQUE_SHARE = 0.5
const MIN_UNIQUE = 100
/** More different numbers are compared by their size, too; even more only by it. */
const FEW_NUMBERS = 12
const MANY_NUMBERS = 200
/** Parts of the numbers that lie below a bound. */
const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999] as const
const DIGITS = 2

const USUAL = [FIELD.source, FIELD.sourceInput, FIELD.remoteIp]
/** The texts are compared by their patterns. */
const NEVER_COMPARED: ReadonlySet<string> = new Set([
  FIELD.message,
  FIELD.fullMessage,
  FIELD.timestamp,
  FIELD.messageId,
  FIELD.id,
])

export interface ComparedField {
  readonly name: string
  /** Messages of the profile that have it. */
  readonly count: number
  readonly byValue: boolean
  /** Ascending bounds, by which numbers are compared. */
  readonly bounds: readonly number[]
  /** The value as it is grouped; its text is empty for a message without one. */
  readonly key: Sql
  readonly number: Sql
  readonly exists: Sql
}

export interface ComparedFields {
  readonly fields: readonly ComparedField[]
  readonly notCompared: readonly string[]
}

/** `profile`: the condition of a small sample of both sides. */
export async function comparedFields(compared: Compared, profile: Sql): Promise<ComparedFields> {
  const { selected, read, ranges } = compared
  const names = await fieldNames(compared, profile)
  const numeric = names.map((name) => holdsNumbers(name, selected.schema))
  const figures = names.flatMap((name, at) => {
    const { exists, text, number } = fieldSql(name, selected.schema)
    const spread = numeric[at] ? [sql`quantiles(${sqlList(QUANTILES)})(${number})`] : []
    return [sql`countIf(${exists})`, sql`uniq(${text})`, ...spread]
  })
  if (figures.length === 0) return { fields: [], notCompared: [] }
  const [row = []] = await read(sql`SELECT ${sqlList(figures)} FROM ${selected.from(ranges.whole, profile)}`)
  const cells = new Cells(row)
  const fields: ComparedField[] = []
  const notCompared: string[] = []
  for (const [at, name] of names.entries()) {
    const [count, different] = [cells.number(), cells.number()]
    const bounds = numeric[at] ? boundsOf(cells.next()) : []
    if (count === 0) continue
    const isById = different > count * UNIQUE_SHARE && different > MIN_UNIQUE
    if (isById && !numeric[at]) notCompared.push(name)
    const { number, exists } = fieldSql(name, selected.schema)
    fields.push({
      name,
      count,
      byValue: numeric[at] ? different <= MANY_NUMBERS : !isById,
      bounds: numeric[at] && different > FEW_NUMBERS ? bounds : [],
      key: keyOf(name, selected.schema),
      number,
      exists,
    })
  }
  return { fields: fields.sort((a, b) => b.count - a.count).slice(0, MAX_COMPARED_FIELDS), notCompared }
}

/** Names of the usual fields, of those with columns, and of others that the messages of the profile have. */
async function fieldNames({ selected, read, ranges }: Compared, profile: Sql): Promise<readonly string[]> {
  const inColumns = selected.schema.columns.all.map(({ field }) => field)
  const rows = await read(
    sql`SELECT arrayJoin(JSONAllPaths(fields)) AS name, count() AS messages FROM ${selected.from(ranges.whole, profile)}
     GROUP BY name ORDER BY messages DESC, name LIMIT ${sqlInteger(MAX_NAMES)}`,
  )
  const others = rows.map((row) => new Cells(row).text()).filter((name) => selected.schema.types(name).length > 0)
  return [...new Set([...USUAL, ...inColumns, ...others])].filter((name) => !NEVER_COMPARED.has(name))
}

/** The column itself if the field has no other values: it is grouped by its dictionary. */
function keyOf(name: string, schema: FieldSchema): Sql {
  const [type, ...others] = schema.types(name)
  const column = type === undefined || others.length > 0 ? undefined : schema.columns.of(name, type)
  return column === undefined ? fieldSql(name, schema).text : fieldColumnSql(column)
}

/** Rounded, as a person would write them. */
function boundsOf(quantiles: unknown): readonly number[] {
  const numbers = Array.isArray(quantiles) ? quantiles : []
  const rounded = numbers.flatMap((one) =>
    typeof one === 'number' && Number.isFinite(one) ? [Number(one.toPrecision(DIGITS))] : [],
  )
  return [...new Set(rounded)].sort((a, b) => a - b)
}
