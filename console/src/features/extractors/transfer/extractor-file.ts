/** The file format of extractors: written and read by consoles, never by the API. */
import {
  CONDITION_TYPES,
  CONVERTER_TYPES,
  type CreateExtractorRequest,
  EXTRACTOR_TYPES,
  type ExtractorSummary,
  type ExtractorType,
} from '@logyard/contract/extractors/extractors'
import type { MessageId } from '../../../base/text/catalogues.ts'
import { isRecord } from '../../../ui/is-record.ts'
import { CONVERTER_SETTINGS, EXTRACTOR_SETTINGS, namesItsFields } from '../model/extractor-settings.ts'
import { settingProblems } from '../model/setting-values.ts'

/** `version` is the product's. */
export function extractorFile(extractors: readonly ExtractorSummary[], version: string): string {
  const entries = extractors.map((extractor) => ({
    title: extractor.title,
    extractor_type: extractor.type,
    converters: extractor.converters,
    order: extractor.order,
    cursor_strategy: extractor.cursor_strategy,
    source_field: extractor.source_field,
    target_field: extractor.target_field,
    extractor_config: extractor.extractor_config,
    condition_type: extractor.condition_type,
    condition_value: extractor.condition_value,
  }))
  return JSON.stringify({ extractors: entries, version }, null, 2)
}

interface FileProblem {
  readonly text: MessageId
  readonly values?: Readonly<Record<string, string>>
}

/** One extractor of a file. */
export interface FileEntry {
  readonly title: string
  readonly type: ExtractorType | undefined
  readonly source: string
  readonly target: string
  /** What creates it; absent if it cannot be created. */
  readonly request: CreateExtractorRequest | undefined
  readonly problems: readonly FileProblem[]
}

type Json = Readonly<Record<string, unknown>>

/** Throws a `SyntaxError` for a text that is not JSON; an object without extractors has no entries. */
export function readExtractorFile(text: string, firstOrder: number): readonly FileEntry[] {
  const file: unknown = JSON.parse(text)
  const listed = isRecord(file) ? file['extractors'] : file
  return (Array.isArray(listed) ? listed : []).map((entry: unknown, index) => readEntry(entry, index, firstOrder))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function readEntry(entry: unknown, index: number, firstOrder: number): FileEntry {
  if (!isRecord(entry)) {
    const problems = [{ text: 'extractors.import.problem.notAnObject' }] as const
    return { title: '', type: undefined, source: '', target: '', request: undefined, problems }
  }
  const problems: FileProblem[] = []
  const title = textOf(entry['title'])
  const writtenType = textOf(entry['extractor_type'] ?? entry['type'])
  const type = EXTRACTOR_TYPES.find((known) => known === writtenType.toLowerCase())
  const source = textOf(entry['source_field'])
  const target = textOf(entry['target_field'])
  const config = isRecord(entry['extractor_config']) ? entry['extractor_config'] : {}
  const converters = readConverters(entry['converters'], problems)
  const condition = readCondition(entry, problems)
  const strategy = textOf(entry['cursor_strategy'] ?? entry['cut_or_copy']).toLowerCase()
  const missing = (name: MessageId) => problems.push({ text: name })
  if (type === undefined) {
    problems.push(
      writtenType === ''
        ? { text: 'extractors.import.problem.type' }
        : { text: 'extractors.import.problem.unknownType', values: { type: writtenType } },
    )
  } else checkSettings(type, config, problems)
  if (title.trim() === '') missing('extractors.import.problem.title')
  if (source.trim() === '') missing('extractors.import.problem.source')
  if (target === '' && type !== undefined && !namesItsFields(type)) missing('extractors.import.problem.target')
  const request =
    type === undefined || problems.length > 0
      ? undefined
      : {
          title,
          extractor_type: type,
          cut_or_copy: strategy === 'cut' ? 'cut' : 'copy',
          source_field: source,
          target_field: target,
          extractor_config: config,
          converters,
          ...condition,
          order: firstOrder + (typeof entry['order'] === 'number' ? entry['order'] : index),
        }
  return { title, type, source, target, request, problems }
}

function checkSettings(type: ExtractorType, config: Json, problems: FileProblem[]): void {
  const wrong = EXTRACTOR_SETTINGS[type].filter((setting) => {
    const value = config[setting.name]
    const isRequired =
      setting.kind === 'number' || (setting.kind !== 'flag' && setting.is_optional !== true && setting.initial === '')
    return value === undefined ? isRequired : typeof value !== typeof setting.initial || value === ''
  })
  for (const { name, kind } of wrong) {
    const isEmptyAllowed = config[name] === '' && kind === 'text'
    if (!isEmptyAllowed) problems.push({ text: 'extractors.import.problem.setting', values: { name } })
  }
}

/** A list of types and configurations in newer files, a map in requests and older files. */
function readConverters(given: unknown, problems: FileProblem[]): Record<string, Record<string, unknown>> {
  const pairs: readonly (readonly [string, unknown])[] = Array.isArray(given)
    ? given.filter(isRecord).map((one) => [textOf(one['type']), one['config']])
    : Object.entries(isRecord(given) ? given : {})
  const known: [string, Record<string, unknown>][] = []
  for (const [name, config] of pairs) {
    const type = CONVERTER_TYPES.find((one) => one === name.toLowerCase())
    if (type === undefined) {
      problems.push({ text: 'extractors.import.problem.unknownConverter', values: { converter: name } })
      continue
    }
    const settings = isRecord(config) ? config : {}
    const stored = Object.fromEntries(
      Object.entries(settings).filter((pair): pair is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof pair[1]),
      ),
    )
    for (const setting of Object.keys(settingProblems(CONVERTER_SETTINGS[type], stored))) {
      problems.push({ text: 'extractors.import.problem.setting', values: { name: `${type}.${setting}` } })
    }
    known.push([type, settings])
  }
  return Object.fromEntries(known)
}

function readCondition(entry: Json, problems: FileProblem[]) {
  const written = textOf(entry['condition_type']).toLowerCase() || 'none'
  const type = CONDITION_TYPES.find((known) => known === written)
  if (type === undefined) {
    problems.push({ text: 'extractors.import.problem.unknownCondition', values: { type: written } })
  }
  const condition_type = type ?? 'none'
  return { condition_type, condition_value: condition_type === 'none' ? '' : textOf(entry['condition_value']) }
}
