/** Compiling and trying extractors of users, in a thread that can be stopped. */
import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import type { TriedExample, TriedMessage, TriedSample } from '@logyard/contract/extractors/try-extractor'
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { LookupKey, LookupResult, LookupTables } from '../lookup/lookup-tables.ts'
import { boundedTask } from '../platform/bounded-runs/bounded-task.ts'
import type { PendingLookup } from '../platform/pending-lookup.ts'
import { serverZone } from '../platform/server-zone.ts'
import { fieldOf, type Message } from '../store/messages/message.ts'
import { createFieldSetter } from '../store/messages/normalise-fields.ts'
import { type CompiledExtractor, compileExtractor } from './extraction/compile-extractor.ts'
import type { ExtractorDefinition } from './extraction/extractor-definition.ts'
import { createExtractorFigures } from './extraction/extractor-figures.ts'
import { ExtractorRefused } from './extraction/extractor-refused.ts'
import type { ExtractionReport } from './extraction/extractor-run.ts'

export interface ExtractorTask {
  readonly definition: ExtractorDefinition
  /** Those that the extractor refers to. */
  readonly grokPatterns: ReadonlyMap<string, string>
  readonly nowMs: number
  /** The results of lookups by table and key, as far as they are known. */
  readonly lookups?: KnownLookups
}

export type KnownLookups = ReadonlyMap<string, ReadonlyMap<LookupKey, LookupResult>>

/** A lookup whose result is not known. */
export interface MissingLookup {
  readonly table: string
  readonly key: LookupKey
}

/** Field values by name. */
type Fields = Readonly<Record<string, unknown>>

export interface SampleMessage {
  readonly index: string
  readonly document: Fields
}

export interface ExtractorTry extends ExtractorTask {
  readonly example: Fields | undefined
  /** Newest first. */
  readonly sample: readonly SampleMessage[] | undefined
}

export interface Refusal {
  readonly field: string
  readonly reason: string
}

export interface ExtractorTried {
  readonly example: TriedExample | null
  readonly sample: TriedSample | null
}

/** Matches shown, and misses shown. */
const SHOWN = 3
/** Longer texts of the sample are cut. */
const MAX_SHOWN_CHARACTERS = 5000

/** Why the extractor cannot be compiled. */
export function checkExtractor(task: ExtractorTask): Refusal | undefined {
  const compiled = compile(task)
  return 'reason' in compiled ? compiled : undefined
}

/** Answers the lookups that it misses, if any: the caller tries again with their results. */
export function tryExtractor(task: ExtractorTry): ExtractorTried | Refusal | readonly MissingLookup[] {
  const missing: MissingLookup[] = []
  const compiled = compile(task, missing)
  if ('reason' in compiled) return compiled
  const tried = {
    example: task.example === undefined ? null : tryExample(compiled, task, task.example),
    sample: task.sample === undefined ? null : trySample(compiled, task, task.sample),
  }
  return missing.length > 0 ? missing : tried
}

function compile(
  { definition, grokPatterns, nowMs, lookups }: ExtractorTask,
  missing: MissingLookup[] = [],
): CompiledExtractor | Refusal {
  const figures = createExtractorFigures()
  const lookupTables: LookupTables = {
    find: (table) => ({
      lookUp: (key) => lookups?.get(table)?.get(key) ?? note(missing, table, key),
      writer: undefined,
    }),
  }
  try {
    return compileExtractor(definition, {
      grokPatterns,
      now: () => nowMs,
      zone: serverZone(),
      setField: createFieldSetter(),
      guard: (test) => test(),
      figuresOf: () => figures,
      lookupTables,
    })
  } catch (error) {
    if (error instanceof ExtractorRefused) return { field: error.field, reason: `${error.message}.` }
    throw error
  }
}

function tryExample(extractor: CompiledExtractor, { definition, nowMs }: ExtractorTask, fields: Fields): TriedExample {
  const message = messageOf(fields, nowMs)
  const report = explain(extractor, message)
  const source = fieldOf(message, definition.sourceField)
  return {
    condition: report.condition === 'noText' ? 'no_text' : report.condition,
    extracted: report.isExtracted,
    range: rangeOf(report),
    fields: writtenFields(report, message),
    source: typeof source === 'string' ? source : null,
    converter_failures: [...report.converterFailures],
    exception: report.exception ?? null,
  }
}

function trySample(
  extractor: CompiledExtractor,
  { definition, nowMs }: ExtractorTask,
  sample: readonly SampleMessage[],
): TriedSample {
  const tried = { checked: sample.length, matched: 0, missed: 0, without_source: 0, failed: 0 }
  const matches: TriedMessage[] = []
  const misses: TriedMessage[] = []
  for (const { index, document } of sample) {
    const message = messageOf(document, nowMs)
    const text = fieldOf(message, definition.sourceField)
    const report = explain(extractor, message)
    const list = report.isExtracted ? matches : misses
    tried[report.isExtracted ? 'matched' : 'missed'] += 1
    if (report.exception !== undefined) tried.failed += 1
    if (typeof text !== 'string') tried.without_source += 1
    else if (list.length < SHOWN) {
      const range = rangeOf(report)
      list.push({
        index,
        id: String(document['_id']),
        text: shown(text),
        range: range === null || range.end > MAX_SHOWN_CHARACTERS ? null : range,
        fields: Object.fromEntries(
          Object.entries(writtenFields(report, message)).map(([name, value]) => [name, shown(value)]),
        ),
      })
    }
  }
  return { ...tried, matches, misses }
}

const shown = <T>(value: T): T | string => (typeof value === 'string' ? value.slice(0, MAX_SHOWN_CHARACTERS) : value)

function explain(extractor: CompiledExtractor, message: Message): ExtractionReport {
  const report = extractor.explain(message)
  return 'resolve' in report ? UNKNOWN : report
}

/** The report of a run that misses a lookup; it is not shown. */
const UNKNOWN: ExtractionReport = {
  condition: 'none',
  isExtracted: false,
  range: undefined,
  written: new Set(),
  converterFailures: [],
  exception: undefined,
}

function note(missing: MissingLookup[], table: string, key: LookupKey): PendingLookup {
  missing.push({ table, key })
  return { resolve: () => Promise.reject(new Error('the lookup is made elsewhere')) }
}

const rangeOf = ({ range }: ExtractionReport) => (range === undefined ? null : { start: range.begin, end: range.end })

/** Instants as they are shown in messages. */
function writtenFields({ written }: ExtractionReport, message: Message): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const name of written) {
    const value = fieldOf(message, name)
    if (value !== undefined) fields[name] = value instanceof Date ? value.toISOString() : value
  }
  return fields
}

/** A message with these fields as they are; values that no message has are left out. */
function messageOf(given: Fields, nowMs: number): Message {
  const fields = new Map<string, FieldValue>()
  for (const [name, value] of Object.entries(given)) if (isFieldValue(value)) fields.set(name, value)
  const textOf = (name: string) => {
    const value = given[name]
    return typeof value === 'string' ? value : ''
  }
  const timestampMs = Date.parse(textOf(FIELD.timestamp))
  const port = given[FIELD.remotePort]
  return {
    timestampMs: Number.isNaN(timestampMs) ? nowMs : timestampMs,
    source: textOf(FIELD.source),
    message: textOf(FIELD.message),
    fields,
    inputId: textOf(FIELD.sourceInput),
    nodeId: textOf(FIELD.sourceNode),
    remoteAddress: textOf(FIELD.remoteIp),
    remotePort: typeof port === 'number' ? port : 0,
    receivedAtMs: nowMs,
    place: 0,
    streams: [],
  }
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
const isFieldValue = (value: unknown): value is FieldValue =>
  isScalar(value) || (Array.isArray(value) && value.every(isScalar))

const url = import.meta.url
export const extractorTasks = { check: boundedTask(url, checkExtractor), try: boundedTask(url, tryExtractor) }
