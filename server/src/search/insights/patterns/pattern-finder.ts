/**
 * The patterns of matching messages, exact over the whole time range: every message has the hash of its template, so
 * messages are grouped by a number, and then templates of one statement are merged.
 */
import { MAX_PATTERN_HASHES, type Pattern, type PatternDetails, type Patterns } from '@logyard/contract/search/patterns'
import { hashOfTemplate, templateOf } from '@logyard/languages/message-templates/template'
import { unifyTemplates } from '@logyard/languages/message-templates/unify-templates'
import { LogyardError } from '../../../platform/errors.ts'
import type { InstantRange } from '../../scope/message-scope.ts'
import type { SearchEngine } from '../../statements/search-engine.ts'
import type { SelectedMessages } from '../message-selections.ts'
import { mergeTemplates } from './merge-templates.ts'
import { partKind } from './part-kind.ts'
import { partValues } from './part-values.ts'
import {
  type Example,
  type Reading,
  readExamples,
  readFirstVisible,
  readGroups,
  readOccurring,
  readTemplates,
  readTexts,
  readTrends,
  type StoredTemplate,
  type TemplateGroup,
  TREND_STEPS,
} from './read-patterns.ts'

export interface PatternId {
  readonly id: string
  /** Hashes of the templates. */
  readonly hashes: readonly string[]
}

/** The most frequent ones are merged; the others are counted as patterns of their own, but not listed. */
const MAX_TEMPLATES = 3000
const MAX_MISSING = 1000
const LOOKED_AT = 5000
const MAX_EXAMPLE_CHARACTERS = 2000
/** Above this share of new patterns none is marked: then the messages are new, not their patterns. */
const MAX_NEW_SHARE = 1 / 3
const HASH = /^\d{1,20}$/

const patternNotFound = (id: string) =>
  new LogyardError('not-found', 'pattern-not-found', `No matching message has the pattern ${id}`)

/** The templates of one statement, most frequent first. */
interface Statement {
  readonly groups: readonly TemplateGroup[]
  /** The newest message. */
  readonly example: TemplateGroup
  readonly count: number
}

export function createPatternFinder({ engine }: { readonly engine: SearchEngine }) {
  return {
    find: (selected: SelectedMessages, limit: number, signal: AbortSignal) =>
      findPatterns({ engine, signal }, selected, limit),
    /** The templates of one pattern that selected messages have, and the newest texts. */
    statement: (selected: SelectedMessages, pattern: PatternId, signal: AbortSignal) =>
      readStatement({ engine, signal }, selected, pattern),
    /** The values of the variable parts of one pattern. */
    details: (selected: SelectedMessages, pattern: PatternId, signal: AbortSignal) =>
      patternDetails({ engine, signal }, selected, pattern),
  }
}

async function findPatterns(reading: Reading, selected: SelectedMessages, limit: number): Promise<Patterns> {
  const { groups, summary } = await readGroups(reading, selected, MAX_TEMPLATES)
  const templates = await templatesOf(reading, selected, groups)
  const statements = statementsOf(groups, templates)
  const listed = statements.slice(0, limit)
  const { isAllMessages, ...requested } = selected.range
  const range = isAllMessages ? { fromMs: summary.fromMs, toMs: summary.toMs } : requested
  const facts = await readFacts(reading, selected, { listed, templates, range })
  const patterns = listed.map((statement) => patternOf(statement, facts, isAllMessages ? undefined : range.fromMs))
  return {
    total: summary.total,
    pattern_count: statements.length + summary.templateCount - groups.length,
    trend_steps: TREND_STEPS,
    effective_timerange: { type: 'absolute', from: iso(range.fromMs), to: iso(range.toMs) },
    patterns: withFewNew(patterns),
  }
}

/** Templates of the groups. One that is not stored, such as that of restored messages, comes from the example. */
async function templatesOf(
  reading: Reading,
  selected: SelectedMessages,
  groups: readonly TemplateGroup[],
): Promise<ReadonlyMap<string, StoredTemplate>> {
  const stored = await readTemplates(
    reading,
    groups.map(({ hash }) => hash),
  )
  const missing = groups.filter(({ hash }) => !stored.has(hash)).slice(0, MAX_MISSING)
  const examples = await readExamples(reading, selected, missing)
  const derived = missing.flatMap(({ hash, exampleId }) => {
    const message = examples.get(exampleId)?.message
    return message === undefined ? [] : [[hash, { text: templateOf(message), receivedMs: undefined }] as const]
  })
  return new Map([...stored, ...derived])
}

function statementsOf(
  groups: readonly TemplateGroup[],
  templates: ReadonlyMap<string, StoredTemplate>,
): readonly Statement[] {
  const byHash = new Map(groups.map((group) => [group.hash, group]))
  // A template whose text is lost stays alone.
  const merged = mergeTemplates(
    groups.map(({ hash, count }) => ({ hash, count, text: templates.get(hash)?.text ?? `\u0001${hash}` })),
  )
  const statements: Statement[] = []
  for (const members of merged) {
    for (let start = 0; start < members.length; start += MAX_PATTERN_HASHES) {
      const found = members.slice(start, start + MAX_PATTERN_HASHES).flatMap(({ hash }) => byHash.get(hash) ?? [])
      const [example] = found.toSorted((a, b) => b.lastMs - a.lastMs)
      const count = found.reduce((sum, group) => sum + group.count, 0)
      if (example !== undefined) statements.push({ groups: found, example, count })
    }
  }
  return statements.toSorted((a, b) => b.count - a.count)
}

interface Facts {
  readonly examples: ReadonlyMap<string, Example>
  readonly templates: ReadonlyMap<string, StoredTemplate>
  readonly trends: ReadonlyMap<string, readonly number[]>
  /** Times by hash, of the templates for which it was read. */
  readonly firstVisible: ReadonlyMap<string, number>
  readonly seesAll: boolean
}

async function readFacts(
  reading: Reading,
  selected: SelectedMessages,
  {
    listed,
    templates,
    range,
  }: {
    readonly listed: readonly Statement[]
    readonly templates: ReadonlyMap<string, StoredTemplate>
    readonly range: InstantRange
  },
): Promise<Facts> {
  const hashes = listed.flatMap(({ groups }) => groups.map(({ hash }) => hash))
  // A template that was received before the range began is not new, so its first message need not be found.
  const asked = selected.seesAll
    ? hashes.filter((hash) => (templates.get(hash)?.receivedMs ?? range.fromMs) >= range.fromMs)
    : hashes
  const [examples, trends, firstVisible] = await Promise.all([
    readExamples(
      reading,
      selected,
      listed.map(({ example }) => example),
    ),
    readTrends(reading, selected, { hashes, range }),
    readFirstVisible(reading, selected, asked),
  ])
  return { examples, templates, trends, firstVisible, seesAll: selected.seesAll }
}

/** `newFromMs`: patterns that first occurred from this instant on are new. */
function patternOf({ groups, example, count }: Statement, facts: Facts, newFromMs: number | undefined): Pattern {
  const { message, index } = facts.examples.get(example.exampleId) ?? { index: '', message: '' }
  const texts = groups.map(({ hash }) => facts.templates.get(hash)?.text ?? templateOf(message))
  const { text, positions, valuesOf } = unifyTemplates(texts)
  const values = valuesOf(message) ?? []
  const times = groups.map((group) => firstSeen(group, facts))
  const firstSeenMs = times.includes(undefined) ? undefined : Math.min(...times.map(Number))
  return {
    id: oldestOf(groups, facts.templates),
    hashes: groups.map(({ hash }) => hash),
    text,
    parts: positions.map((position, at) => ({
      position,
      kind: partKind(values[at] ?? '', /["']/.test(text.charAt(position - 1))),
    })),
    count,
    first: iso(Math.min(...groups.map(({ firstMs }) => firstMs))),
    last: iso(example.lastMs),
    first_seen: firstSeenMs === undefined ? null : iso(firstSeenMs),
    is_new: newFromMs !== undefined && firstSeenMs !== undefined && firstSeenMs >= newFromMs,
    example: { id: example.exampleId, index, message: message.slice(0, MAX_EXAMPLE_CHARACTERS) },
    trend: sumOf(groups.map(({ hash }) => facts.trends.get(hash) ?? [])),
  }
}

function firstSeen({ hash, firstMs }: TemplateGroup, facts: Facts): number | undefined {
  const visibleMs = facts.firstVisible.get(hash)
  if (visibleMs !== undefined || !facts.seesAll) return visibleMs
  return Math.min(firstMs, facts.templates.get(hash)?.receivedMs ?? firstMs)
}

/** Templates that are seen later do not change it. */
function oldestOf(groups: readonly TemplateGroup[], templates: ReadonlyMap<string, StoredTemplate>): string {
  const receivedMs = ({ hash }: TemplateGroup) => templates.get(hash)?.receivedMs ?? Number.MAX_SAFE_INTEGER
  const [oldest] = groups.toSorted((a, b) => receivedMs(a) - receivedMs(b) || (a.hash < b.hash ? -1 : 1))
  return oldest?.hash ?? ''
}

function withFewNew(patterns: Pattern[]): Pattern[] {
  const areFew = patterns.filter(({ is_new }) => is_new).length <= patterns.length * MAX_NEW_SHARE
  return areFew ? patterns : patterns.map((pattern) => ({ ...pattern, is_new: false }))
}

const sumOf = (trends: readonly (readonly number[])[]): number[] =>
  Array.from({ length: TREND_STEPS }, (_, step) => trends.reduce((sum, trend) => sum + (trend[step] ?? 0), 0))

async function readStatement(reading: Reading, selected: SelectedMessages, { id, hashes }: PatternId) {
  if (!HASH.test(id) || !hashes.every((hash) => HASH.test(hash))) throw patternNotFound(id)
  // A caller must not learn templates of messages that it may not read.
  const occurring = await readOccurring(reading, selected, hashes)
  const [texts, templates] = await Promise.all([
    readTexts(reading, selected, { hashes, limit: LOOKED_AT }),
    readTemplates(reading, occurring),
  ])
  if (texts.length === 0) throw patternNotFound(id)
  const stored = occurring.flatMap((hash) => {
    const text = templates.get(hash)?.text
    return text === undefined ? [] : [{ hash, text }]
  })
  const isKnown = stored.length === occurring.length
  const found = isKnown
    ? stored
    : [...new Set(texts.map(templateOf))].map((text) => ({ hash: digitsOfHash(text), text }))
  return { texts, templates: found, unified: unifyTemplates(found.map(({ text }) => text)) }
}

const digitsOfHash = (template: string): string => {
  const { high, low } = hashOfTemplate(template)
  return String((BigInt(high) << 32n) | BigInt(low))
}

async function patternDetails(
  reading: Reading,
  selected: SelectedMessages,
  pattern: PatternId,
): Promise<PatternDetails> {
  const { texts, unified } = await readStatement(reading, selected, pattern)
  const { text, positions, valuesOf } = unified
  const values = texts.flatMap((message) => {
    const found = valuesOf(message)
    return found === undefined ? [] : [found]
  })
  const parts = positions.map((position, at) =>
    partValues(
      position,
      values.map((found) => found[at] ?? ''),
    ),
  )
  return { id: pattern.id, text, looked_at: texts.length, parts }
}

const iso = (ms: number): string => new Date(ms).toISOString()
