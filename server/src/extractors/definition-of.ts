import type { ExtractorDefinition } from './extraction/extractor-definition.ts'
import type { StoredExtractor } from './extractor-store.ts'

/** What the compiler of extractors reads. */
export const definitionOf = (stored: Omit<StoredExtractor, 'revision' | 'creator_user_id'>): ExtractorDefinition => ({
  id: stored.id,
  title: stored.title,
  type: stored.type,
  cursorStrategy: stored.cursor_strategy,
  sourceField: stored.source_field,
  targetField: stored.target_field,
  config: stored.extractor_config,
  converters: stored.converters,
  conditionType: stored.condition_type,
  conditionValue: stored.condition_value,
  order: stored.order,
})
