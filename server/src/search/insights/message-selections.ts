/** Parses an ad-hoc query and adds the caller's stream permissions. */
import type { MessageSelection } from '@logyard/contract/search/message-selection'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import { createQueryTexts } from '../plan/query-texts.ts'
import { type ResolvedRange, resolveRange } from '../ranges/resolve-range.ts'
import {
  compileScope,
  EVER,
  type InstantRange,
  type MessageScope,
  type MessageSource,
  messagesIn,
  minuteCounts,
} from '../scope/message-scope.ts'
import { createConditionBudget, requireNarrow } from '../statements/statement-limits.ts'

export interface SelectedMessages {
  readonly range: ResolvedRange
  readonly schema: FieldSchema
  readonly nowMs: number
  /** The matching messages. */
  readonly from: MessageSource
  /** For the FROM of a SELECT: all messages of the selected streams, whatever their time and text. */
  ofStreams(...conditions: readonly Sql[]): ScopedSql
  /** All messages that the caller may read. */
  visible(...conditions: readonly Sql[]): ScopedSql
  /** The condition of a further query, for any statement on these messages. Throws for an invalid one. */
  condition(query: string): Promise<Sql>
  /** The number of matching messages in a part of the time, in a column `messages`; for plain ones without reading them. */
  count(part: InstantRange): ScopedSql
  /** Whether the caller may read every stream. */
  readonly seesAll: boolean
}

export interface MessageSelections {
  /** Throws for an invalid query and for streams that the caller may not read. */
  select(caller: Caller, selection: MessageSelection): Promise<SelectedMessages>
  readonly allowLeadingWildcard: boolean
}

export function createMessageSelections(deps: {
  readonly access: StreamAccess
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly allowLeadingWildcard: boolean
  readonly clock: Clock
}): MessageSelections {
  const { access, clock, allowLeadingWildcard } = deps
  return {
    allowLeadingWildcard,
    async select(caller, { query = '', filters = [], timerange, streams: named = [] }) {
      const nowMs = clock.now().getTime()
      const texts = createQueryTexts(allowLeadingWildcard)
      const conditions = [await texts.parse(query)]
      for (const filter of filters) conditions.push(await texts.parseFilter(filter))
      const range = resolveRange(timerange, nowMs)
      const streams = await access.choose(caller, named)
      // A deleted stream may still have messages and be readable.
      const readable = access.require(caller, [...streams.ids, ...(await access.readable(caller))])
      const scope: MessageScope = { streams, range, conditions }
      const schema = await deps.schema()
      const all = access.everything(caller)
      const from = compileScope(scope, schema, nowMs)
      return {
        range,
        schema,
        nowMs,
        from,
        ofStreams: (...conditions) => messagesIn({ streams, range: EVER, conditions: [] }, schema, nowMs, conditions),
        count(part) {
          const minutes = minuteCounts({ ...scope, range: part }, schema)
          if (minutes !== undefined) return sql`SELECT sum(messages) AS messages FROM ${minutes}`
          return sql`SELECT count() AS messages FROM ${from(part)}`
        },
        async condition(text) {
          const tree = await texts.parse(text)
          requireNarrow([tree], schema)
          return compileCondition(tree, schema, nowMs, createConditionBudget())
        },
        visible: (...conditions) =>
          messagesIn({ streams: all ?? readable, range: EVER, conditions: [] }, schema, nowMs, conditions),
        seesAll: all !== undefined,
      }
    },
  }
}
