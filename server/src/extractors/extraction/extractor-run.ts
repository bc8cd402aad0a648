/** Runs a compiled extractor on a message: everything is computed before the message changes. */
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import { fieldOf, type Message, trimmed } from '../../store/messages/message.ts'
import { type FieldRules, type NewValue, setMessageField } from '../../store/messages/set-message-field.ts'
import type { Condition } from './compile-condition.ts'
import { type Converted, type ConverterFailure, convertValue, type NamedConverter } from './convert-value.ts'
import { type Extracted, type Extraction, isPending } from './extraction.ts'
import type { ExtractorFigures } from './extractor-figures.ts'
import { type ExtractorWatch, startLaps } from './extractor-watch.ts'

export interface ExtractorParts {
  readonly sourceField: string
  readonly targetField: string
  /** False if messages cannot have a field of this name. */
  readonly isTargetValid: boolean
  readonly isCut: boolean
  readonly condition: Condition
  readonly extraction: Extraction
  readonly converters: readonly NamedConverter[]
  readonly figures: ExtractorFigures
  readonly rules: FieldRules
}

/** What happened to a message, for users who try an extractor. */
export interface ExtractionReport {
  condition: 'none' | 'hit' | 'miss' | 'noText'
  isExtracted: boolean
  /** Where the extracted value is in the source, if it has a position. */
  range: { readonly begin: number; readonly end: number } | undefined
  /** Names of fields that were set. */
  readonly written: Set<string>
  converterFailures: readonly ConverterFailure[]
  exception: string | undefined
}

/**
 * Changes the message, unless a lookup is pending: then nothing has happened, and the extractor must run again. Never
 * throws because of a message.
 */
export function runExtractor(
  parts: ExtractorParts,
  message: Message,
  watch: ExtractorWatch,
  report?: ExtractionReport,
): PendingLookup | undefined {
  const { figures, condition, extraction } = parts
  const laps = watch.isTiming ? startLaps(watch.now) : undefined
  const text = fieldOf(message, parts.sourceField)
  let pending: PendingLookup | undefined
  try {
    if (typeof text === 'string' && (condition === undefined || condition(text))) {
      laps?.end(figures.condition)
      if (condition !== undefined) figures.conditionHits += 1
      if (report !== undefined) report.condition = condition === undefined ? 'none' : 'hit'
      pending =
        extraction.writes === 'target'
          ? extractValue(parts, extraction, message, text, laps, report)
          : extractFields(parts, extraction, message, text, laps, report)
      // It counts when the extractor runs again.
      if (pending !== undefined && condition !== undefined) figures.conditionHits -= 1
    } else {
      figures.conditionMisses += 1
      if (report !== undefined) report.condition = typeof text === 'string' ? 'miss' : 'noText'
      laps?.end(figures.condition)
    }
  } catch (error) {
    figures.exceptions += 1
    if (report !== undefined) report.exception = error instanceof Error ? error.message : String(error)
  }
  laps?.endAll(figures.total)
  return pending
}

type Laps = ReturnType<typeof startLaps> | undefined

function extractValue(
  parts: ExtractorParts,
  extraction: Extract<Extraction, { writes: 'target' }>,
  message: Message,
  text: string,
  laps: Laps,
  report: ExtractionReport | undefined,
): PendingLookup | undefined {
  const { targetField, converters, figures } = parts
  const extracted = extraction.extract(text, parts.isCut || report !== undefined)
  if (extracted === undefined || isPending(extracted)) {
    laps?.end(figures.execution)
    return extracted
  }
  const value = typeof extracted.value === 'string' ? trimmed(extracted.value) : extracted.value
  const isStored = parts.isTargetValid && value !== ''
  laps?.end(figures.execution)
  // Converters work on the field, which an empty value does not change.
  const current = isStored ? value : fieldOf(message, targetField)
  const converted =
    converters.length > 0 && typeof current === 'string' ? convertValue(converters, current, targetField) : undefined
  if (converted !== undefined && isPending(converted)) return converted
  laps?.end(figures.converters)
  figures.extractions += 1
  if (report !== undefined) {
    report.isExtracted = true
    report.range = extracted.begin < 0 ? undefined : { begin: extracted.begin, end: extracted.end }
  }
  if (isStored && converted === undefined) set(parts, message, targetField, value, report)
  if (parts.isCut) cut(parts, message, text, extracted, report)
  if (converted !== undefined) applyConverted(parts, message, converted, report)
  laps?.end(figures.execution, 0)
  return undefined
}

function extractFields(
  parts: ExtractorParts,
  extraction: Extract<Extraction, { writes: 'own fields' }>,
  message: Message,
  text: string,
  laps: Laps,
  report: ExtractionReport | undefined,
): PendingLookup | undefined {
  const { targetField, converters, figures } = parts
  const fields = extraction.extract(text)
  if (fields !== undefined) {
    figures.extractions += 1
    if (report !== undefined) report.isExtracted = true
    for (const [name, value] of fields) set(parts, message, name, value, report)
  }
  laps?.end(figures.execution)
  if (fields === undefined || converters.length === 0) return undefined
  const current = fieldOf(message, targetField)
  if (typeof current !== 'string') return undefined
  const converted = convertValue(converters, current, targetField)
  if (isPending(converted)) return converted
  applyConverted(parts, message, converted, report)
  laps?.end(figures.converters)
  return undefined
}

function set(
  { rules }: ExtractorParts,
  message: Message,
  name: string,
  value: NewValue,
  report: ExtractionReport | undefined,
): void {
  const isSet = setMessageField(message, name, value, rules)
  if (isSet) report?.written.add(trimmed(name))
}

const FULLY_CUT = 'fullyCutByExtractor'

function cut(
  parts: ExtractorParts,
  message: Message,
  text: string,
  { begin, end }: Extracted,
  report: ExtractionReport | undefined,
): void {
  if (begin < 0) return
  const rest = text.slice(0, begin) + text.slice(end)
  set(parts, message, parts.sourceField, trimmed(rest) === '' ? FULLY_CUT : rest, report)
}

function applyConverted(
  parts: ExtractorParts,
  message: Message,
  { value, fields, failures }: Converted,
  report: ExtractionReport | undefined,
): void {
  const { targetField, figures } = parts
  if (value === null) message.fields.delete(targetField)
  else set(parts, message, targetField, value, report)
  if (fields !== undefined) for (const [name, text] of fields) set(parts, message, name, text, report)
  if (failures === undefined) return
  figures.converterExceptions += failures.length
  if (report !== undefined) report.converterFailures = failures
}
