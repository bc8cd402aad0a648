/** Reads templates, their counts, examples and trends. */
import { hasOneOfIds, ID_TUPLE } from '@logyard/languages/query-sql/message-id'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInstant, sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import { idOfParts } from '../../../store/messages/message-ids.ts'
import type { InstantRange } from '../../scope/message-scope.ts'
import { withoutMessages } from '../../scope/without-messages.ts'
import { isTooSlow } from '../../search-errors.ts'
import type { SearchEngine } from '../../statements/search-engine.ts'
import { Cells } from '../cells.ts'
import type { SelectedMessages } from '../message-selections.ts'

/** The messages of one template. */
export interface TemplateGroup {
  /** Decimal digits. */
  readonly hash: string
  readonly count: number
  readonly firstMs: number
  readonly lastMs: number
  readonly exampleId: string
}

export interface Summary extends InstantRange {
  readonly total: number
  readonly templateCount: number
}

export interface Example {
  readonly index: string
  readonly message: string
}

export interface StoredTemplate {
  readonly text: string
  /** When this server first received a message of it, if that is known. */
  readonly receivedMs: number | undefined
}

export interface Reading {
  readonly engine: SearchEngine
  readonly signal: AbortSignal
}

export const TREND_STEPS = 40
/** The part of a text that its template is made of. */
export const MAX_SCANNED_CHARACTERS = 8192
const FIRST_SEEN_SECONDS = 2

/** Hashes in decimal digits, as the engine returns them. */
export const hashList = (hashes: readonly string[]): Sql => sqlList(hashes.map(BigInt))

/** The most frequent templates of the selected messages. */
export async function readGroups(
  { engine, signal }: Reading,
  selected: SelectedMessages,
  limit: number,
): Promise<{ readonly groups: readonly TemplateGroup[]; readonly summary: Summary }> {
  const rows = await engine.rows(
    sql`SELECT toString(template), count() AS hits, toUnixTimestamp64Milli(min(timestamp)) AS first_ms,
       toUnixTimestamp64Milli(max(timestamp)) AS last_ms,
       toUnixTimestamp64Milli((argMax(${ID_TUPLE}, timestamp) AS example).1), example.2, example.3,
       sum(hits) OVER (), count() OVER (), min(first_ms) OVER (), max(last_ms) OVER ()
     FROM ${selected.from()}
     GROUP BY template ORDER BY hits DESC, template LIMIT ${sqlInteger(limit)}`,
    { signal },
  )
  const groups: TemplateGroup[] = []
  let summary: Summary = { total: 0, templateCount: 0, fromMs: selected.range.fromMs, toMs: selected.range.toMs }
  for (const row of rows) {
    const cells = new Cells(row)
    groups.push({
      hash: cells.text(),
      count: cells.number(),
      firstMs: cells.number(),
      lastMs: cells.number(),
      exampleId: idOfParts({ receivedAtMs: cells.number(), journalOffset: cells.number(), place: cells.number() }),
    })
    summary = { total: cells.number(), templateCount: cells.number(), fromMs: cells.number(), toMs: cells.number() }
  }
  return { groups, summary }
}

/** Examples by the id of the message. */
export async function readExamples(
  { engine, signal }: Reading,
  selected: SelectedMessages,
  groups: readonly TemplateGroup[],
): Promise<ReadonlyMap<string, Example>> {
  if (groups.length === 0) return new Map()
  // The example is the newest message of its template, so its timestamp finds it in the order of the table.
  const from = selected.ofStreams(
    sql`timestamp IN (${sqlList(groups.map(({ lastMs }) => sqlInstant(lastMs)))})`,
    hasOneOfIds(groups.map(({ exampleId }) => exampleId)),
  )
  const rows = await engine.rows(
    sql`SELECT toString(id), any(\`index\`), any(substringUTF8(message, 1, ${MAX_SCANNED_CHARACTERS})) FROM ${from}
     GROUP BY id`,
    { signal },
  )
  return new Map(
    rows.map((row) => {
      const cells = new Cells(row)
      return [cells.text(), { index: cells.text(), message: cells.text() }] as const
    }),
  )
}

export async function readTemplates(
  { engine, signal }: Reading,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, StoredTemplate>> {
  if (hashes.length === 0) return new Map()
  const rows = await engine.rows(
    withoutMessages(sql`SELECT toString(hash), any(text), toUnixTimestamp64Milli(min(first_seen)) FROM message_templates
     WHERE hash IN (${hashList(hashes)}) GROUP BY hash`),
    { signal },
  )
  return new Map(
    rows.map((row) => {
      const cells = new Cells(row)
      return [cells.text(), { text: cells.text(), receivedMs: cells.number() }] as const
    }),
  )
}

/** The times of the first messages that the caller may read; empty if finding them takes too long. */
export async function readFirstVisible(
  { engine, signal }: Reading,
  selected: SelectedMessages,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (hashes.length === 0) return new Map()
  const from = selected.visible(sql`template IN (${hashList(hashes)})`)
  const statement = sql`SELECT toString(template), toUnixTimestamp64Milli(min(timestamp)) FROM ${from} GROUP BY template`
  const rows = await engine.rows(statement, { signal, seconds: FIRST_SEEN_SECONDS }).catch((error: unknown) => {
    if (isTooSlow(error)) return []
    throw error
  })
  return new Map(rows.map(([hash, firstMs]) => [String(hash), Number(firstMs)]))
}

/** Counts per template and step of the range. */
export async function readTrends(
  { engine, signal }: Reading,
  selected: SelectedMessages,
  { hashes, range }: { readonly hashes: readonly string[]; readonly range: InstantRange },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const trends = new Map(hashes.map((hash) => [hash, new Array<number>(TREND_STEPS).fill(0)]))
  if (hashes.length === 0) return trends
  const stepMs = Math.max(1, Math.ceil((range.toMs - range.fromMs + 1) / TREND_STEPS))
  const rows = await engine.rows(
    sql`SELECT toString(template), intDiv(toUnixTimestamp64Milli(timestamp) - ${range.fromMs}, ${stepMs}) AS step, count()
     FROM ${selected.from(undefined, sql`template IN (${hashList(hashes)})`)}
     GROUP BY template, step`,
    { signal },
  )
  for (const row of rows) {
    const cells = new Cells(row)
    const trend = trends.get(cells.text())
    const step = cells.number()
    if (trend !== undefined && step >= 0 && step < TREND_STEPS) trend[step] = cells.number()
  }
  return trends
}

/** Those of the hashes that selected messages have. */
export async function readOccurring(
  { engine, signal }: Reading,
  selected: SelectedMessages,
  hashes: readonly string[],
): Promise<readonly string[]> {
  const rows = await engine.rows(
    sql`SELECT DISTINCT toString(template) FROM ${selected.from(undefined, sql`template IN (${hashList(hashes)})`)}`,
    { signal },
  )
  return rows.map((row) => new Cells(row).text())
}

/** The newest texts of messages with these templates. */
export async function readTexts(
  { engine, signal }: Reading,
  selected: SelectedMessages,
  { hashes, limit }: { readonly hashes: readonly string[]; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await engine.rows(
    sql`SELECT substringUTF8(message, 1, ${MAX_SCANNED_CHARACTERS})
     FROM ${selected.from(undefined, sql`template IN (${hashList(hashes)})`)} ORDER BY timestamp DESC LIMIT ${sqlInteger(limit)}`,
    { signal },
  )
  return rows.map((row) => new Cells(row).text())
}
