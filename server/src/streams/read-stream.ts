/** Validates a client's draft of a stream and fills in its defaults. */
import {
  MATCHING_TYPES,
  type MatchingType,
  type StreamCloneDraft,
  type StreamDraft,
  type StreamUpdate,
} from '@logyard/contract/streams/streams'
import { LogyardError, validationFailed } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import { readStreamRule } from './read-stream-rule.ts'
import type { StoredStream } from './stream-store.ts'

type Content = Omit<StoredStream, 'id' | 'creator_user_id' | 'created_at'>

const matchingTypeUnknown = (text: string) =>
  new LogyardError(
    'invalid',
    'stream-matching-type-unknown',
    `Invalid matching type '${text}' specified. Should be one of: [${MATCHING_TYPES.join(', ')}]`,
  )

function readMatchingType(text: string): MatchingType {
  const type = MATCHING_TYPES.find((candidate) => candidate === text)
  if (type === undefined) throw matchingTypeUnknown(text)
  return type
}

function readTitle(title: string): string {
  if (title.trim() === '') throw validationFailed({ title: ['Value must not be empty!'] })
  return title
}

export const readStreamDraft = (draft: StreamDraft, ids: Ids): Content => ({
  title: readTitle(draft.title),
  description: draft.description ?? null,
  disabled: true,
  matching_type: readMatchingType(draft.matching_type || 'AND'),
  remove_matches_from_default_stream: draft.remove_matches_from_default_stream ?? false,
  index_set_id: draft.index_set_id,
  content_pack: draft.content_pack ?? null,
  rules: (draft.rules ?? []).map((rule) => readStreamRule(rule, ids.next())),
  outputs: [],
})

export const readStreamClone = (source: StoredStream, draft: StreamCloneDraft, ids: Ids): Content => ({
  title: readTitle(draft.title),
  description: draft.description ?? null,
  disabled: true,
  matching_type: source.matching_type,
  remove_matches_from_default_stream: draft.remove_matches_from_default_stream,
  index_set_id: draft.index_set_id,
  content_pack: null,
  rules: source.rules.map((rule) => ({ ...rule, id: ids.next(), content_pack: null })),
  outputs: source.outputs,
})

/** The fields that the update changes: null and, for texts, an empty text change nothing. */
export function readStreamUpdate(update: StreamUpdate): Partial<Content> {
  const { title, description, matching_type, remove_matches_from_default_stream, index_set_id } = update
  return {
    ...(title == null || title.trim() === '' ? {} : { title }),
    ...(description ? { description } : {}),
    ...(matching_type == null ? {} : { matching_type: readMatchingType(matching_type) }),
    ...(remove_matches_from_default_stream == null ? {} : { remove_matches_from_default_stream }),
    ...(index_set_id ? { index_set_id } : {}),
  }
}
