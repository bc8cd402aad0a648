import type {
  ConditionType,
  ConverterType,
  CursorStrategy,
  ExtractorType,
} from '@logyard/contract/extractors/extractors'

export interface ConverterDefinition {
  readonly type: ConverterType
  readonly config: Readonly<Record<string, unknown>>
}

/** One extractor as plain data that can be posted to worker threads. The configurations are not checked yet. */
export interface ExtractorDefinition {
  readonly id: string
  readonly title: string
  readonly type: ExtractorType
  readonly cursorStrategy: CursorStrategy
  readonly sourceField: string
  /** Not used by `grok` and `json`, which name their fields themselves; converters read it for every type. */
  readonly targetField: string
  readonly config: Readonly<Record<string, unknown>>
  /** Converters in the order in which they run. */
  readonly converters: readonly ConverterDefinition[]
  readonly conditionType: ConditionType
  readonly conditionValue: string
  readonly order: number
}
