/** Validates a client's draft of an extractor, except what only compiling it shows. */
import {
  CONDITION_TYPES,
  CONVERTER_TYPES,
  type CreateExtractorRequest,
  CURSOR_STRATEGIES,
  EXTRACTOR_TYPES,
  MAX_EXTRACTOR_BYTES,
} from '@logyard/contract/extractors/extractors'
import { UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { extractorRefused } from './extractor-errors.ts'
import type { StoredExtractor } from './extractor-store.ts'

/** The stored form of a draft, without its revision and creator. */
export type ReadExtractor = Omit<StoredExtractor, 'revision' | 'creator_user_id'>

export function readExtractor(draft: CreateExtractorRequest, id: string): ReadExtractor {
  if (Buffer.byteLength(JSON.stringify(draft)) > MAX_EXTRACTOR_BYTES)
    throw extractorRefused('extractor_config', `The extractor is larger than ${MAX_EXTRACTOR_BYTES / 1024} KB.`)
  if (draft.source_field.trim() === '') throw emptyProperty('source_field', 'source field')
  if (UNSETTABLE_FIELDS.has(draft.target_field))
    throw extractorRefused('target_field', `The field ${draft.target_field} is reserved.`)
  const extractor: ReadExtractor = {
    id,
    title: draft.title,
    type: oneOf(EXTRACTOR_TYPES, draft.extractor_type, 'extractor_type', 'extractor type'),
    cursor_strategy: oneOf(CURSOR_STRATEGIES, draft.cut_or_copy, 'cut_or_copy', 'cursor strategy'),
    source_field: draft.source_field,
    target_field: draft.target_field,
    extractor_config: draft.extractor_config,
    converters: readConverters(draft.converters),
    condition_type: oneOf(CONDITION_TYPES, draft.condition_type, 'condition_type', 'condition type'),
    condition_value: draft.condition_value,
    order: draft.order ?? 0,
  }
  return extractor
}

/** Throws for an empty title: only extractors that are tried out have none. */
export function requireTitle({ title }: CreateExtractorRequest): void {
  if (title.trim() === '') throw emptyProperty('title', 'title')
}

const emptyProperty = (field: string, name: string) =>
  extractorRefused(field, `The ${name} must not be empty.`, 'Extractor persist validation failed.')

function readConverters(converters: CreateExtractorRequest['converters']): ReadExtractor['converters'] {
  const read = Object.entries(converters).map(([name, config]) => {
    return { type: oneOf(CONVERTER_TYPES, name, `converters.${name}`, 'converter type'), config }
  })
  const twice = read.find(({ type }, at) => read.findIndex((other) => other.type === type) !== at)
  if (twice !== undefined)
    throw extractorRefused(`converters.${twice.type}`, `The converter ${twice.type} is there twice.`)
  return read
}

/** Names of types may be in any case. */
function oneOf<const Name extends string>(names: readonly Name[], given: string, field: string, what: string): Name {
  const name = names.find((candidate) => candidate === given.toLowerCase())
  if (name === undefined) throw extractorRefused(field, `Unknown ${what} ${given}. Use one of: ${names.join(', ')}.`)
  return name
}
