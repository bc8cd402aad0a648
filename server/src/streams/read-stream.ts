/** Streams as clients describe them, as content of a stream. */
import type { StreamCloneDraft, StreamDraft, StreamUpdate } from '@logyard/contract/streams/streams'
import type { StreamContent } from './stream-kind.ts'
import type { StoredStream } from './stream-store.ts'

export const contentOfNew = ({ rules, matching_type, ...draft }: StreamDraft): StreamContent => ({
  title: draft.title,
  description: draft.description ?? null,
  index_set_id: draft.index_set_id,
  content_pack: draft.content_pack ?? null,
  remove_matches_from_default_stream: draft.remove_matches_from_default_stream ?? false,
  rules: rules ?? [],
  ...(matching_type ? { matching_type } : {}),
})

/** The clone is paused. Its rules are new ones. */
export function contentOfClone(source: StoredStream, draft: StreamCloneDraft): StreamContent {
  const { id: _, creator_user_id: __, created_at: ___, rules, ...facts } = source
  return {
    ...facts,
    ...{ title: draft.title, description: draft.description ?? null, disabled: true, content_pack: null },
    remove_matches_from_default_stream: draft.remove_matches_from_default_stream,
    index_set_id: draft.index_set_id,
    rules: rules.map(({ id: ____, content_pack: _____, ...rule }) => rule),
  }
}

/** Null and, for texts, an empty text change nothing. The index set is always there, so that it is checked. */
export function contentOfUpdate(update: StreamUpdate, before: StoredStream): StreamContent {
  const { title, description, matching_type, remove_matches_from_default_stream, index_set_id } = update
  return {
    ...(title == null || title.trim() === '' ? {} : { title }),
    ...(description ? { description } : {}),
    ...(matching_type == null ? {} : { matching_type }),
    ...(remove_matches_from_default_stream == null ? {} : { remove_matches_from_default_stream }),
    index_set_id: index_set_id || before.index_set_id,
  }
}
