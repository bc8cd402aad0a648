/** Changes of a query that find messages: another spelling of a value, a part of a word, all words instead of any. */
import type { QueryHints } from '@logyard/contract/search/query-hints'
import type { QueryExplanation, QueryFix } from '@logyard/contract/search/search-validation'
import {
  partsOfWord,
  strictWords,
  type WrittenValue,
  writtenValues,
} from '@logyard/languages/query/editor/candidate-fixes'
import { escapeValue } from '@logyard/languages/query/escape-value'
import { parseQuery } from '@logyard/languages/query/parse-query'
import { applyFix, type QueryFix as TextChange } from '@logyard/languages/query/query-fix'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { COLUMN_FIELDS, fieldSql } from '@logyard/languages/query-sql/message-field'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { SearchEngine } from '../statements/search-engine.ts'
import { Cells } from './cells.ts'
import type { SelectedMessages } from './message-selections.ts'

export interface QueryHintsDeps {
  readonly engine: SearchEngine
  /** The messages that another query selects from the same streams and time range. */
  readonly select: (query: string) => Promise<SelectedMessages>
  readonly allowLeadingWildcard: boolean
}

const MAX_HINTS = 2
/** Newest messages with the field that are read. */
const LOOKED_AT = 200_000
/** Longer values are not typed. */
const MAX_VALUE_CHARACTERS = 100

export async function getHints(
  deps: QueryHintsDeps,
  { query, foundNothing }: { readonly query: string; readonly foundNothing: boolean },
  signal: AbortSignal,
): Promise<QueryHints> {
  const parsed = parseQuery(query, { allowLeadingWildcard: true })
  if (!parsed.ok) return { explanations: [] }
  const explanations: QueryExplanation[] = []
  if (!foundNothing) {
    const strict = strictWords(query, parsed.tree)
    const fixes = await counted(deps, query, strict?.fixes ?? [], signal)
    if (strict === undefined || fixes.length === 0) return { explanations }
    const { from, to } = strict
    return { explanations: [{ severity: 'info', code: 'either-word', message: 'Finds either word', from, to, fixes }] }
  }
  for (const value of writtenValues(query, parsed.tree)) {
    if (explanations.length === MAX_HINTS) break
    const hint = (await otherValue(deps, query, value, signal)) ?? (await partOfWord(deps, query, value, signal))
    if (hint !== undefined) explanations.push(hint)
  }
  return { explanations }
}

/** Those that find messages, with their number. */
async function counted(
  deps: QueryHintsDeps,
  query: string,
  changes: readonly TextChange[],
  signal: AbortSignal,
): Promise<QueryFix[]> {
  const fixes = await Promise.all(
    changes.map(async (change) => {
      const selected = await deps.select(applyFix(query, change))
      const [row] = await deps.engine.rows(sql`SELECT count() FROM ${selected.from()}`, { signal })
      return { ...change, count: Number(row?.[0] ?? 0) }
    }),
  )
  return fixes.filter(({ count }) => count > 0)
}

async function otherValue(
  deps: QueryHintsDeps,
  query: string,
  value: WrittenValue,
  signal: AbortSignal,
): Promise<QueryExplanation | undefined> {
  const { field, text, from, to } = value
  if (field === undefined || COLUMN_FIELDS.includes(field) || text.length > MAX_VALUE_CHARACTERS) return undefined
  const similar = await similarValue(deps, field, text, signal)
  if (similar === undefined) return undefined
  const fixes = await counted(deps, query, [{ from, to, insert: escapeValue(similar) }], signal)
  if (fixes.length === 0) return undefined
  const message = `No "${text}" in ${field}. Did you mean ${similar}?`
  return { severity: 'warning', code: 'other-value', message, from, to, fixes }
}

/** The value in other case, or else the most frequent one with a typing error; none if the field has the value itself. */
async function similarValue(
  { engine, select }: QueryHintsDeps,
  field: string,
  text: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const selected = await select('')
  const { exists, text: stored } = fieldSql(field, selected.schema)
  const wanted = text.toLowerCase()
  const newest = sql`SELECT assumeNotNull(${stored}) AS value FROM ${selected.from(undefined, exists)}
    ORDER BY timestamp DESC LIMIT ${LOOKED_AT}`
  const rows = await engine.rows(
    sql`SELECT value, count() AS hits FROM (${newest}) WHERE ${isSimilar(sql`value`, wanted)} GROUP BY value
     ORDER BY value = ${text} DESC, lowerUTF8(value) = ${wanted} DESC, hits DESC, value LIMIT 1`,
    { signal },
  )
  const [row] = rows
  const found = row === undefined ? undefined : new Cells(row).text()
  return found === text ? undefined : found
}

function isSimilar(value: Sql, wanted: string): Sql {
  const edits = wanted.length <= 3 ? 0 : wanted.length <= 5 ? 1 : 2
  const isSame = sql`lowerUTF8(${value}) = ${wanted}`
  if (edits === 0) return isSame
  const isAsLong = sql`abs(toInt64(lengthUTF8(${value})) - ${wanted.length}) <= ${edits}`
  return sql`(${isSame} OR (${isAsLong} AND damerauLevenshteinDistance(lowerUTF8(${value}), ${wanted}) <= ${edits}))`
}

async function partOfWord(
  deps: QueryHintsDeps,
  query: string,
  value: WrittenValue,
  signal: AbortSignal,
): Promise<QueryExplanation | undefined> {
  const { schema } = await deps.select('')
  if (!mayHoldText(value.field, schema)) return undefined
  for (const change of partsOfWord(value, deps.allowLeadingWildcard)) {
    const fixes = await counted(deps, query, [change], signal)
    const { from, to } = value
    const message = 'Only whole words match'
    if (fixes.length > 0) return { severity: 'warning', code: 'part-of-word', message, from, to, fixes }
  }
  return undefined
}

/** Wildcards match texts only. */
const mayHoldText = (field: string | undefined, schema: FieldSchema): boolean =>
  field === undefined ||
  COLUMN_FIELDS.includes(field) ||
  schema.types(field).some((type) => type.includes('String') || type === 'Array(Dynamic)')
