/** What a caller asks about outside of stored searches: the query is read, and his permission is in the condition. */
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { ScopedSql, Sql } from '@logyard/languages/sql/sql'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import { createQueryTexts } from '../plan/query-texts.ts'
import { type ResolvedRange, resolveRange } from '../ranges/resolve-range.ts'
import { EVER, type InstantRange, type MessageScope, messagesIn } from '../scope/message-scope.ts'

export interface SelectedMessages {
  readonly range: ResolvedRange
  readonly schema: FieldSchema
  readonly nowMs: number
  /** For the FROM of a SELECT: what matches, of a part of the range, when that is given, and also satisfies these. */
  from(part?: InstantRange, ...also: readonly Sql[]): ScopedSql
  /** For the FROM of a SELECT: messages of the streams that were asked for, whatever their time and text. */
  ofStreams(...also: readonly Sql[]): ScopedSql
  /** Every message that the caller may see; `undefined` for those who may see all there are. */
  readonly visible: ((...also: readonly Sql[]) => ScopedSql) | undefined
}

export interface MessageSelections {
  /** Throws for a query that cannot be read and for streams that the caller may not. */
  select(caller: Caller, selection: MessageSelection): Promise<SelectedMessages>
}

export interface MessageSelectionsDeps {
  readonly access: StreamAccess
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly allowLeadingWildcard: boolean
  readonly clock: Clock
}

export function createMessageSelections(deps: MessageSelectionsDeps): MessageSelections {
  const { access, clock } = deps
  return {
    async select(caller, { query = '', filters = [], timerange, streams: named = [] }) {
      const nowMs = clock.now().getTime()
      const texts = createQueryTexts(deps.allowLeadingWildcard)
      const conditions = [texts.parse(query), ...filters.map(texts.parseFilter)]
      const range = resolveRange(timerange, nowMs)
      const streams = await access.choose(caller, named)
      // A stream that one may read may be gone, and its messages there.
      const readable = access.require(caller, [...streams.ids, ...(await access.readable(caller))])
      const scope: MessageScope = { streams, range, conditions }
      const schema = await deps.schema()
      return {
        range,
        schema,
        nowMs,
        from: (part = range, ...also) => messagesIn({ ...scope, range: part }, schema, nowMs, also),
        ofStreams: (...also) => messagesIn({ streams, range: EVER, conditions: [] }, schema, nowMs, also),
        visible:
          access.everything(caller) === undefined
            ? (...also) => messagesIn({ streams: readable, range: EVER, conditions: [] }, schema, nowMs, also)
            : undefined,
      }
    },
  }
}
