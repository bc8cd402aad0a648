/** The stored documents of extractors: one for each input that has some, so that their order is part of it. */
import {
  CONDITION_TYPES,
  CONVERTER_TYPES,
  CURSOR_STRATEGIES,
  EXTRACTOR_TYPES,
} from '@logyard/contract/extractors/extractors'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

const configuration = Type.Record(Type.String(), Type.Unknown())

export const StoredExtractor = Type.Object({
  id: Type.String(),
  /** New with each change except that of the order. */
  revision: Type.String(),
  title: Type.String(),
  type: Type.Enum(EXTRACTOR_TYPES),
  cursor_strategy: Type.Enum(CURSOR_STRATEGIES),
  source_field: Type.String(),
  target_field: Type.String(),
  extractor_config: configuration,
  converters: Type.Array(Type.Object({ type: Type.Enum(CONVERTER_TYPES), config: configuration })),
  condition_type: Type.Enum(CONDITION_TYPES),
  condition_value: Type.String(),
  order: Type.Integer(),
  creator_user_id: Type.String(),
})
export type StoredExtractor = Static<typeof StoredExtractor>

/** The id is that of the input. */
const StoredExtractors = Type.Object({ id: Type.String(), extractors: Type.Array(StoredExtractor) })
export type StoredExtractors = Static<typeof StoredExtractors>

export const extractorCollection = defineCollection({
  name: 'extractors',
  audit: { type: 'extractor' },
  schema: StoredExtractors,
})
export type ExtractorStore = Collection<StoredExtractors>
