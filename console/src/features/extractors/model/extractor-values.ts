/** An extractor as the form edits it. */
import type {
  ConditionType,
  ConverterType,
  CreateExtractorRequest,
  CursorStrategy,
  ExtractorSummary,
  ExtractorType,
} from '@logyard/contract/extractors/extractors'
import type { FieldProblem } from '../../../ui/fields/field-problems.ts'
import type { FieldValues } from '../../../ui/fields/field-values.ts'
import { CONVERTER_SETTINGS, EXTRACTOR_SETTINGS, namesItsFields } from './extractor-settings.ts'
import { sentSettings, settingProblems, shownSettings } from './setting-values.ts'

export interface ConverterValues {
  readonly type: ConverterType
  /** A disabled converter keeps its settings while the page is open. */
  readonly isOn: boolean
  readonly settings: FieldValues
  readonly stored: Readonly<Record<string, unknown>>
}

export interface ExtractorValues {
  readonly title: string
  readonly type: ExtractorType
  readonly sourceField: string
  readonly targetField: string
  readonly strategy: CursorStrategy
  readonly settings: FieldValues
  /** The configuration as it was read, for keys that the form does not know. */
  readonly stored: Readonly<Record<string, unknown>>
  readonly conditionType: ConditionType
  readonly conditionValue: string
  readonly converters: readonly ConverterValues[]
  readonly order: number
}

interface NewExtractor {
  readonly type: ExtractorType
  readonly sourceField: string
  readonly order: number
  readonly title?: string
  readonly targetField?: string
  readonly config?: Readonly<Record<string, unknown>>
}

export const newExtractorValues = (start: NewExtractor): ExtractorValues => ({
  title: start.title ?? '',
  type: start.type,
  sourceField: start.sourceField,
  targetField: start.targetField ?? '',
  strategy: 'copy',
  settings: shownSettings(EXTRACTOR_SETTINGS[start.type], start.config ?? {}),
  stored: {},
  conditionType: 'none',
  conditionValue: '',
  converters: [],
  order: start.order,
})

export const extractorValues = (extractor: ExtractorSummary): ExtractorValues => ({
  title: extractor.title,
  type: extractor.type,
  sourceField: extractor.source_field,
  targetField: extractor.target_field,
  strategy: extractor.cursor_strategy,
  settings: shownSettings(EXTRACTOR_SETTINGS[extractor.type], extractor.extractor_config),
  stored: extractor.extractor_config,
  conditionType: extractor.condition_type,
  conditionValue: extractor.condition_value,
  converters: extractor.converters.map(({ type, config }) => ({
    type,
    isOn: true,
    settings: shownSettings(CONVERTER_SETTINGS[type], config),
    stored: config,
  })),
  order: extractor.order,
})

export const newConverter = (type: ConverterType): ConverterValues => ({
  type,
  isOn: true,
  settings: shownSettings(CONVERTER_SETTINGS[type], {}),
  stored: {},
})

/** What creates or replaces the extractor. */
export const extractorRequest = (values: ExtractorValues): CreateExtractorRequest => ({
  title: values.title.trim(),
  cut_or_copy: values.strategy,
  source_field: values.sourceField,
  target_field: namesItsFields(values.type) ? '' : values.targetField,
  extractor_type: values.type,
  extractor_config: sentSettings(EXTRACTOR_SETTINGS[values.type], values.settings, values.stored),
  converters: namesItsFields(values.type)
    ? {}
    : Object.fromEntries(
        values.converters
          .filter(({ isOn }) => isOn)
          .map(({ type, settings, stored }) => [type, sentSettings(CONVERTER_SETTINGS[type], settings, stored)]),
      ),
  condition_type: values.conditionType,
  condition_value: values.conditionType === 'none' ? '' : values.conditionValue,
  order: values.order,
})

const REQUIRED: FieldProblem = { text: 'ui.config.required' }

export type ExtractorProblems = Readonly<Record<string, FieldProblem>>

export const settingKey = (name: string): string => `settings.${name}`
export const converterKey = (type: ConverterType, name: string): string => `converters.${type}.${name}`

/** Problems by field of the form; valid ones are omitted. */
export function extractorProblems(values: ExtractorValues): ExtractorProblems {
  const problems: Record<string, FieldProblem> = {}
  const byKey = (found: Readonly<Record<string, FieldProblem>>, keyOf: (name: string) => string) => {
    for (const [name, problem] of Object.entries(found)) problems[keyOf(name)] = problem
  }
  byKey(settingProblems(EXTRACTOR_SETTINGS[values.type], values.settings), settingKey)
  if (values.conditionType !== 'none' && values.conditionValue === '') {
    problems['conditionValue'] = REQUIRED
  }
  if (!namesItsFields(values.type)) {
    if (values.targetField === '') problems['targetField'] = REQUIRED
    for (const { type, isOn, settings } of values.converters) {
      if (isOn) byKey(settingProblems(CONVERTER_SETTINGS[type], settings), (name) => converterKey(type, name))
    }
  }
  if (values.title.trim() === '') problems['title'] = REQUIRED
  return problems
}

/** Whether it can be run on an example; a name for the field may still be missing. */
export const isRunnable = (values: ExtractorValues): boolean =>
  Object.keys(extractorProblems(values)).every((key) => key === 'title' || key === 'targetField')

/** Where a new extractor goes: behind all others. */
export const nextOrder = (extractors: readonly ExtractorSummary[]): number =>
  extractors.reduce((next, { order }) => Math.max(next, order + 1), 0)
