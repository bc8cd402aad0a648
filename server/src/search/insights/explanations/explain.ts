/**
 * What differs between the messages inside and those outside: values of fields, sizes of numbers, patterns, fields. A
 * sample nominates candidates; their exact counts in each slice of the time decide (`difference.ts`).
 */
import type { ComparedWith, Explanation } from '@logyard/contract/search/explanations'
import { templateOf } from '@logyard/languages/message-templates/template'
import { ALWAYS, allOf, anyOf, not } from '@logyard/languages/query-sql/condition'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlList } from '@logyard/languages/sql/sql-parts'
import type { InstantRange } from '../../scope/message-scope.ts'
import type { SearchEngine } from '../../statements/search-engine.ts'
import { Cells } from '../cells.ts'
import type { SelectedMessages } from '../message-selections.ts'
import { hashList, MAX_SCANNED_CHARACTERS, readTemplates } from '../patterns/read-patterns.ts'
import { answerOf, findingOf } from './answer.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import type { Compared } from './compared.ts'
import { type ComparedFields, comparedFields } from './compared-fields.ts'
import { type ComparedRanges, compareRanges, compareWithin, rangesOutside } from './compared-ranges.ts'
import { comparedSample, profileOf, type SideTotals } from './compared-sample.ts'
import { countOverlaps, sidesOf } from './count-overlaps.ts'
import { countedOf, countValues } from './count-values.ts'
import { differenceOf } from './difference.ts'
import { findPlaces } from './find-places.ts'
import { type Folded, foldCandidates } from './fold-candidates.ts'

const UNION = sql` UNION ALL `

export interface ExplanationOf {
  readonly selected: SelectedMessages
  /** Undefined for all of the range. */
  readonly inside: InstantRange | undefined
  /** With it, messages that match are compared with others of the same time. */
  readonly insideQuery: string | undefined
  readonly comparedWith: ComparedWith | InstantRange
}

/** Lines of an explanation. */
export const MAX_FINDINGS = 8
/** Findings for which it is found out where their messages come from. */
const MAX_PLACED = 3
/** Duration of each statement. */
export const EXPLANATION_MS = 30_000

/** One way to ask: statements on behalf of one user, who may stop them. */
export interface Asking {
  readonly engine: SearchEngine
  readonly signal: AbortSignal
}

export async function explain({ engine, signal }: Asking, asked: ExplanationOf): Promise<Explanation> {
  const { selected } = asked
  const read: Compared['read'] = (statement) => engine.rows(statement, { signal, seconds: EXPLANATION_MS / 1000 })
  const { ranges, isInside } = await comparedRanges(asked, read)
  const compared: Compared = { selected, ranges, read }
  const totals = await readTotals(compared)
  const { isRead, isAll } = comparedSample(ranges, isInside, totals)
  const found = await nominate(compared, { engine, signal }, { isInside, isRead, totals })
  const conditions = await Promise.all(found.candidates.map(({ query }) => selected.condition(query)))
  const overlaps = await countOverlaps(compared, conditions, isRead)
  const folded = foldCandidates(found.candidates, overlaps, found.comparisons).slice(0, MAX_FINDINGS)
  const conditionOf = ({ at }: Folded) => conditions[at] ?? ALWAYS
  // Messages of a condition have its own values.
  const placed = folded
    .slice(0, isInside === undefined ? MAX_PLACED : 0)
    .map((one) => ({ condition: conditionOf(one), fields: fieldsOf(one) }))
  const [exact, places] = await Promise.all([
    countExactly(compared, folded.map(conditionOf)),
    findPlaces(compared, found.fields, placed, { isRead, profile: profileOf(ranges, true, totals) }),
  ])
  const findings = folded.flatMap((one, at) => {
    const trend = exact.counts[at] ?? []
    const beside = { comparisons: found.comparisons, burst: one.candidate.burst }
    const difference = differenceOf(sidesOf(trend, exact.totals, ranges.slices), beside)
    if (difference === undefined) return []
    return [findingOf(one, { difference, trend, places: places[at] ?? [], isAll })]
  })
  const lookedAt = isAll ? totals.inside + totals.outside : overlaps.total
  return answerOf({ findings, ranges, totals: exact.totals, lookedAt, ...found, isByTime: isInside === undefined })
}

async function comparedRanges(
  { selected, inside, insideQuery, comparedWith }: ExplanationOf,
  read: Compared['read'],
): Promise<{ readonly ranges: ComparedRanges; readonly isInside: Sql | undefined }> {
  const around = selected.range.isAllMessages ? await readRange(selected, read) : selected.range
  if (insideQuery !== undefined) {
    const isInside = await selected.condition(insideQuery)
    return { ranges: compareWithin(inside ?? around, isInside), isInside }
  }
  const own = inside ?? around
  return { ranges: compareRanges(own, rangesOutside(own, around, comparedWith)), isInside: undefined }
}

async function readRange({ from, nowMs }: SelectedMessages, read: Compared['read']): Promise<InstantRange> {
  const [row = []] = await read(
    sql`SELECT count(), toUnixTimestamp64Milli(min(timestamp)), toUnixTimestamp64Milli(max(timestamp)) FROM ${from()}`,
  )
  const cells = new Cells(row)
  return cells.number() === 0 ? { fromMs: nowMs, toMs: nowMs } : { fromMs: cells.number(), toMs: cells.number() }
}

async function readTotals({ selected, ranges, read }: Compared): Promise<SideTotals> {
  const counts =
    ranges.pieces === undefined
      ? [sql`SELECT countIf(${ranges.isInside}) AS a, count() - a AS b FROM ${selected.from(ranges.whole)}`]
      : ranges.pieces.map((piece) => {
          const count = selected.count(piece)
          return piece.isInside
            ? sql`SELECT toUInt64(messages) AS a, toUInt64(0) AS b FROM (${count})`
            : sql`SELECT toUInt64(0) AS a, toUInt64(messages) AS b FROM (${count})`
        })
  const [row = []] = await read(sql`SELECT sum(a), sum(b) FROM (${joinSql(counts, UNION)})`)
  const cells = new Cells(row)
  return { inside: cells.number(), outside: cells.number() }
}

interface Nominated extends ComparedFields {
  readonly candidates: readonly Candidate[]
  readonly comparisons: number
}

async function nominate(
  compared: Compared,
  { engine, signal }: Asking,
  sample: { readonly isInside: Sql | undefined; readonly isRead: Sql; readonly totals: SideTotals },
): Promise<Nominated> {
  const { ranges } = compared
  const { isInside, isRead, totals } = sample
  if (totals.inside === 0 || totals.outside === 0)
    return { fields: [], notCompared: [], candidates: [], comparisons: 0 }
  const profile = anyOf([
    allOf([isInside ?? ALWAYS, profileOf(ranges, true, totals)]),
    allOf([isInside === undefined ? ALWAYS : not(isInside), profileOf(ranges, false, totals)]),
  ])
  const { fields, notCompared } = await comparedFields(compared, profile)
  const counted = countedOf(fields)
  const counts = await countValues(compared, counted, isRead)
  const hashes = counts.values.flatMap(({ place, text }) => (counted[place]?.by === 'template' ? [text] : []))
  const texts = await templateTexts(compared, { engine, signal }, { hashes, isRead })
  const candidates = findCandidates(counted, counts, (hash) => texts.get(hash))
    // What the condition itself says.
    .filter((one) => isInside === undefined || one.inside < counts.totals.inside || one.outside > 0)
  return { fields, notCompared, candidates, comparisons: counts.comparisons }
}

/** One that is not stored, such as that of restored messages, comes from a message. */
async function templateTexts(
  { selected, read, ranges }: Compared,
  asking: Asking,
  { hashes, isRead }: { readonly hashes: readonly string[]; readonly isRead: Sql },
): Promise<ReadonlyMap<string, string>> {
  const stored = await readTemplates(asking, hashes)
  const texts = new Map([...stored].map(([hash, { text }]) => [hash, text]))
  const missing = hashes.filter((hash) => !texts.has(hash))
  if (missing.length === 0) return texts
  const rows = await read(
    sql`SELECT toString(template), any(substringUTF8(message, 1, ${MAX_SCANNED_CHARACTERS}))
     FROM ${selected.from(ranges.whole, isRead, sql`template IN (${hashList(missing)})`)} GROUP BY template`,
  )
  for (const row of rows) {
    const cells = new Cells(row)
    texts.set(cells.text(), templateOf(cells.text()))
  }
  return texts
}

/** Messages of each slice in all, and those that match each condition. */
async function countExactly({ selected, ranges, read }: Compared, conditions: readonly Sql[]) {
  const counts = conditions.map((condition) => sql`countIf(${condition})`)
  const rows = await read(
    sql`SELECT ${ranges.number} AS slice, ${sqlList([sql`count()`, ...counts])}
     FROM ${selected.from(ranges.whole, ranges.isCompared)} GROUP BY slice`,
  )
  const totals = ranges.slices.map(() => 0)
  const found = conditions.map(() => ranges.slices.map(() => 0))
  for (const row of rows) {
    const cells = new Cells(row)
    const slice = cells.number()
    totals[slice] = cells.number()
    for (const trend of found) trend[slice] = cells.number()
  }
  return { totals, counts: found }
}

const fieldsOf = ({ candidate, same }: Folded): ReadonlySet<string> =>
  new Set([candidate, ...same.map((one) => one.candidate)].flatMap(({ field }) => field ?? []))
