/**
 * The patterns of matching messages, exact over the whole time range: every message has the hash of its template, so they
 * are grouped by a number.
 */
import type { Pattern, PatternDetails, PatternPart, Patterns } from '@logyard/contract/search/patterns'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInstant, sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import { LogyardError } from '../../platform/errors.ts'
import { masksOf, templateOf } from '../../store/messages/template.ts'
import type { InstantRange } from '../scope/message-scope.ts'
import { withoutMessages } from '../scope/without-messages.ts'
import { isTooSlow } from '../search-errors.ts'
import type { SearchEngine } from '../statements/search-engine.ts'
import { Cells } from './cells.ts'
import type { SelectedMessages } from './message-selections.ts'

export interface PatternFinder {
  find(selected: SelectedMessages, limit: number, signal: AbortSignal): Promise<Patterns>
  /** The values of the variable parts of one pattern. */
  details(selected: SelectedMessages, id: string, signal: AbortSignal): Promise<PatternDetails>
}

const TREND_STEPS = 40
const FIRST_SEEN_SECONDS = 2
const LOOKED_AT = 5000
const TOP_VALUES = 10
const MAX_EXAMPLE_CHARACTERS = 2000
/** The part of a text that its template is made of. */
const MAX_SCANNED_CHARACTERS = 8192
const HASH = /^\d{1,20}$/

const patternNotFound = (id: string) =>
  new LogyardError('not-found', 'pattern-not-found', `No matching message has the pattern ${id}`)

interface Group {
  readonly id: string
  readonly count: number
  readonly firstMs: number
  readonly lastMs: number
  readonly exampleId: string
}

interface Summary extends InstantRange {
  readonly total: number
  readonly patternCount: number
}

interface Example {
  readonly index: string
  readonly message: string
}

interface Template {
  readonly text: string
  readonly firstSeenMs: number
}

interface Reading {
  readonly engine: SearchEngine
  readonly signal: AbortSignal
}

export function createPatternFinder({ engine }: { readonly engine: SearchEngine }): PatternFinder {
  return {
    find: (selected, limit, signal) => findPatterns({ engine, signal }, selected, limit),
    details: (selected, id, signal) => patternDetails({ engine, signal }, selected, id),
  }
}

async function findPatterns(reading: Reading, selected: SelectedMessages, limit: number): Promise<Patterns> {
  const { groups, summary } = await readGroups(reading, selected, limit)
  const { isAllMessages, ...requested } = selected.range
  const range = isAllMessages ? { fromMs: summary.fromMs, toMs: summary.toMs } : requested
  const facts = await readFacts(reading, selected, { groups, range })
  return {
    total: summary.total,
    pattern_count: summary.patternCount,
    trend_steps: TREND_STEPS,
    effective_timerange: { type: 'absolute', from: iso(range.fromMs), to: iso(range.toMs) },
    patterns: groups.map((group) => patternOf(group, facts, isAllMessages ? undefined : range.fromMs)),
  }
}

async function patternDetails(reading: Reading, selected: SelectedMessages, id: string): Promise<PatternDetails> {
  if (!HASH.test(id)) throw patternNotFound(id)
  const { engine, signal } = reading
  const rows = await engine.rows(
    sql`SELECT substringUTF8(message, 1, ${MAX_SCANNED_CHARACTERS})
     FROM ${selected.from(undefined, sql`template = ${BigInt(id)}`)} ORDER BY timestamp DESC LIMIT ${LOOKED_AT}`,
    { signal },
  )
  const texts = rows.map((row) => new Cells(row).text())
  const [newest] = texts
  if (newest === undefined) throw patternNotFound(id)
  const text = (await readTemplates(reading, [id])).get(id)?.text ?? templateOf(newest)
  return { id, text, looked_at: texts.length, parts: partsOf(texts) }
}

async function readGroups(
  { engine, signal }: Reading,
  selected: SelectedMessages,
  limit: number,
): Promise<{ readonly groups: readonly Group[]; readonly summary: Summary }> {
  const rows = await engine.rows(
    sql`SELECT toString(template), count() AS hits, toUnixTimestamp64Milli(min(timestamp)) AS first_ms,
       toUnixTimestamp64Milli(max(timestamp)) AS last_ms, toString(argMax(id, timestamp)),
       sum(hits) OVER (), count() OVER (), min(first_ms) OVER (), max(last_ms) OVER ()
     FROM ${selected.from()}
     GROUP BY template ORDER BY hits DESC, template LIMIT ${sqlInteger(limit)}`,
    { signal },
  )
  const groups: Group[] = []
  let summary: Summary = { total: 0, patternCount: 0, fromMs: selected.range.fromMs, toMs: selected.range.toMs }
  for (const row of rows) {
    const cells = new Cells(row)
    groups.push({
      id: cells.text(),
      count: cells.number(),
      firstMs: cells.number(),
      lastMs: cells.number(),
      exampleId: cells.text(),
    })
    summary = { total: cells.number(), patternCount: cells.number(), fromMs: cells.number(), toMs: cells.number() }
  }
  return { groups, summary }
}

interface Facts {
  readonly examples: ReadonlyMap<string, Example>
  readonly templates: ReadonlyMap<string, Template>
  readonly trends: ReadonlyMap<string, readonly number[]>
  /** `undefined` if the caller may read all messages: then the template's own first occurrence applies. */
  readonly firstVisible: ReadonlyMap<string, number> | undefined
}

async function readFacts(
  reading: Reading,
  selected: SelectedMessages,
  { groups, range }: { readonly groups: readonly Group[]; readonly range: InstantRange },
): Promise<Facts> {
  const none = new Map<string, never>()
  if (groups.length === 0) return { examples: none, templates: none, trends: none, firstVisible: none }
  const ids = groups.map(({ id }) => id)
  const { visible } = selected
  const [examples, templates, trends, firstVisible] = await Promise.all([
    readExamples(reading, selected, groups),
    readTemplates(reading, ids),
    readTrends(reading, selected, { ids, range }),
    visible === undefined ? undefined : readFirstVisible(reading, visible, ids),
  ])
  return { examples, templates, trends, firstVisible }
}

/** `newFromMs`: patterns that first occurred from this instant on are new. */
function patternOf(
  { id, count, firstMs, lastMs, exampleId }: Group,
  { examples, templates, trends, firstVisible }: Facts,
  newFromMs: number | undefined,
): Pattern {
  const example = examples.get(exampleId) ?? { index: '', message: '' }
  const template = templates.get(id)
  const firstSeenMs = firstVisible === undefined ? template?.firstSeenMs : firstVisible.get(id)
  return {
    id,
    text: template?.text ?? templateOf(example.message),
    count,
    first: iso(firstMs),
    last: iso(lastMs),
    first_seen: firstSeenMs === undefined ? null : iso(firstSeenMs),
    is_new: newFromMs !== undefined && firstSeenMs !== undefined && firstSeenMs >= newFromMs,
    example: { id: exampleId, index: example.index, message: example.message.slice(0, MAX_EXAMPLE_CHARACTERS) },
    trend: [...(trends.get(id) ?? [])],
  }
}

async function readExamples(
  { engine, signal }: Reading,
  selected: SelectedMessages,
  groups: readonly Group[],
): Promise<ReadonlyMap<string, Example>> {
  // The example is the newest message of its pattern, so its timestamp finds it in the order of the table.
  const from = selected.ofStreams(
    sql`timestamp IN (${sqlList(groups.map(({ lastMs }) => sqlInstant(lastMs)))})`,
    sql`id IN (${sqlList(groups.map(({ exampleId }) => exampleId))})`,
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

async function readTemplates(
  { engine, signal }: Reading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Template>> {
  const rows = await engine.rows(
    withoutMessages(sql`SELECT toString(hash), any(text), toUnixTimestamp64Milli(min(first_seen)) FROM message_templates
     WHERE hash IN (${hashes(ids)}) GROUP BY hash`),
    { signal },
  )
  return new Map(
    rows.map((row) => {
      const cells = new Cells(row)
      return [cells.text(), { text: cells.text(), firstSeenMs: cells.number() }] as const
    }),
  )
}

/** When patterns first occurred in messages that the caller may read; empty if finding that takes too long. */
async function readFirstVisible(
  { engine, signal }: Reading,
  visible: NonNullable<SelectedMessages['visible']>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const from = visible(sql`template IN (${hashes(ids)})`)
  const statement = sql`SELECT toString(template), toUnixTimestamp64Milli(min(timestamp)) FROM ${from} GROUP BY template`
  const rows = await engine.rows(statement, { signal, seconds: FIRST_SEEN_SECONDS }).catch((error: unknown) => {
    if (isTooSlow(error)) return []
    throw error
  })
  return new Map(rows.map(([id, firstMs]) => [String(id), Number(firstMs)]))
}

async function readTrends(
  { engine, signal }: Reading,
  selected: SelectedMessages,
  { ids, range }: { readonly ids: readonly string[]; readonly range: InstantRange },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const stepMs = Math.max(1, Math.ceil((range.toMs - range.fromMs + 1) / TREND_STEPS))
  const rows = await engine.rows(
    sql`SELECT toString(template), intDiv(toUnixTimestamp64Milli(timestamp) - ${range.fromMs}, ${stepMs}) AS step, count()
     FROM ${selected.from(undefined, sql`template IN (${hashes(ids)})`)}
     GROUP BY template, step`,
    { signal },
  )
  const trends = new Map(ids.map((id) => [id, new Array<number>(TREND_STEPS).fill(0)]))
  for (const row of rows) {
    const cells = new Cells(row)
    const trend = trends.get(cells.text())
    const step = cells.number()
    if (trend !== undefined && step >= 0 && step < TREND_STEPS) trend[step] = cells.number()
  }
  return trends
}

/** Hashes in decimal digits, as the engine returns them. */
const hashes = (ids: readonly string[]): Sql => sqlList(ids.map(BigInt))

function partsOf(texts: readonly string[]): PatternPart[] {
  const counts = new Map<number, Map<string, number>>()
  for (const text of texts)
    for (const { position, from, to } of masksOf(text)) {
      const values = counts.getOrInsertComputed(position, () => new Map())
      const value = text.slice(from, to)
      values.set(value, (values.get(value) ?? 0) + 1)
    }
  return [...counts].sort(([a], [b]) => a - b).map(([position, values]) => partOf(position, values))
}

function partOf(position: number, values: ReadonlyMap<string, number>): PatternPart {
  const top = [...values].sort(([, a], [, b]) => b - a).slice(0, TOP_VALUES)
  return {
    position,
    distinct: values.size,
    top: top.map(([value, count]) => ({ value, count })),
    numeric: numbersOf(values),
  }
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[a-zA-Z%]{1,3})?$/

/** `12ms` counts as a number, if all values of the part have the same unit. */
function numbersOf(values: ReadonlyMap<string, number>): PatternPart['numeric'] {
  let [min, max, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]
  let unit: string | undefined
  for (const [value, times] of values) {
    const number = Number.parseFloat(value)
    const suffix = value.replace(/^[+-]?[\d.]+/, '')
    if (!NUMBER.test(value) || (unit !== undefined && unit !== suffix)) return null
    unit = suffix
    min = Math.min(min, number)
    max = Math.max(max, number)
    sum += number * times
    count += times
  }
  return count === 0 ? null : { min, max, average: sum / count }
}

const iso = (ms: number): string => new Date(ms).toISOString()
