/** Selects messages outside of stored searches: a query, a time range, streams. */
import { type Static, Type } from 'typebox'
import { MAX_STREAMS } from '../http/bounds.ts'
import { TimeRange } from './time-ranges.ts'

export const messageSelection = {
  query: Type.Optional(Type.String({ description: 'Empty or * for everything' })),
  filters: Type.Optional(Type.Array(Type.String(), { description: 'More queries that must match', maxItems: 20 })),
  timerange: TimeRange,
  streams: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: MAX_STREAMS,
      description: 'In any of them; all that the caller may read when it is empty',
    }),
  ),
}

export const MessageSelection = Type.Object(messageSelection, { title: 'MessageSelection' })
export type MessageSelection = Static<typeof MessageSelection>
