/** Extractors in content packs: the data of an input contains them. */
import {
  CONDITION_TYPES,
  CONVERTER_TYPES,
  CURSOR_STRATEGIES,
  EXTRACTOR_TYPES,
} from '@logyard/contract/extractors/extractors'
import type { Decoded } from '../entities/codecs/codec.ts'
import { long, oneOf, text, textOrEmpty } from '../entities/codecs/scalar-codecs.ts'
import { configuration, list, shape } from '../entities/codecs/shape-codecs.ts'
import { tableNamed } from '../entities/entity-refs.ts'
import type { EntityName } from '../entities/entity-type.ts'
import { namesInPattern } from '../grok/grok-pattern-kind.ts'
import type { StoredExtractor } from './extractor-store.ts'

const upper = (names: readonly string[]) => names.map((name) => name.toUpperCase())

export const extractorCodec = shape({
  title: text,
  type: oneOf(upper(EXTRACTOR_TYPES)),
  cursor_strategy: oneOf(upper(CURSOR_STRATEGIES)),
  target_field: textOrEmpty,
  source_field: text,
  configuration,
  converters: list(shape({ type: text, configuration })),
  condition_type: oneOf(upper(CONDITION_TYPES)),
  condition_value: textOrEmpty,
  order: long,
})
type ExtractorData = Decoded<typeof extractorCodec>

export const extractorData = (stored: StoredExtractor): ExtractorData => ({
  title: stored.title,
  type: stored.type.toUpperCase(),
  cursor_strategy: stored.cursor_strategy.toUpperCase(),
  target_field: stored.target_field,
  source_field: stored.source_field,
  configuration: stored.extractor_config,
  converters: stored.converters.map((one) => ({ type: one.type.toUpperCase(), configuration: one.config })),
  condition_type: stored.condition_type.toUpperCase(),
  condition_value: stored.condition_value,
  order: stored.order,
})

/** Converters of unknown types are left out. */
export const extractorDraft = (data: ExtractorData) => ({
  title: data.title,
  extractor_type: data.type.toLowerCase(),
  cut_or_copy: data.cursor_strategy.toLowerCase(),
  source_field: data.source_field,
  target_field: data.target_field,
  extractor_config: { ...data.configuration },
  converters: Object.fromEntries(
    data.converters
      .map((one) => [one.type.toLowerCase(), { ...one.configuration }] as const)
      .filter(([type]) => CONVERTER_TYPES.some((known) => known === type)),
  ),
  condition_type: data.condition_type.toLowerCase(),
  condition_value: data.condition_value,
  order: data.order,
})

export function namesOfExtractor({ type, configuration: config, converters }: ExtractorData): readonly EntityName[] {
  const tables = [
    ...(type === 'LOOKUP_TABLE' ? [config] : []),
    ...converters.filter((one) => one.type.toUpperCase() === 'LOOKUP_TABLE').map((one) => one.configuration),
  ].map((one) => one['lookup_table_name'])
  const { grok_pattern: pattern } = config
  return [
    ...tables.flatMap(tableNamed),
    ...(type === 'GROK' && typeof pattern === 'string' ? namesInPattern(pattern) : []),
  ]
}
