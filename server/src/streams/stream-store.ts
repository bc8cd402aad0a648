import { nullable } from '@logyard/contract/http/envelope'
import { StreamRule } from '@logyard/contract/streams/stream-rules'
import { MatchingType } from '@logyard/contract/streams/streams'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

const { stream_id: _, ...ruleFacts } = StreamRule.properties

export const StoredStreamRule = Type.Object(ruleFacts)
export type StoredStreamRule = Static<typeof StoredStreamRule>

/** A stream and its rules are one document, so they are always changed together. */
export const StoredStream = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: nullable(Type.String()),
  creator_user_id: Type.String(),
  created_at: Type.String(),
  disabled: Type.Boolean(),
  matching_type: MatchingType,
  remove_matches_from_default_stream: Type.Boolean(),
  index_set_id: Type.String(),
  content_pack: nullable(Type.String()),
  rules: Type.Array(StoredStreamRule),
  /** The ids of the outputs that receive its messages. */
  outputs: Type.Array(Type.String()),
  /** With which a search of this stream begins; absent or empty: the usual ones. */
  columns: Type.Optional(Type.Array(Type.String())),
})
export type StoredStream = Static<typeof StoredStream>

export const streamCollection = defineCollection({
  name: 'streams',
  audit: { type: 'stream', isChangedBySystem: true },
  schema: StoredStream,
  changes: [
    {
      id: '2026-03-01-streams-have-outputs',
      change: (stream) => ({ outputs: [], ...stream }),
    },
  ],
})

export type StreamStore = Collection<StoredStream>
