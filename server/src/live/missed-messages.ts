/** Reads from the store, in the order of receipt, what a live tail missed while its client was disconnected. */
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { ID_COLUMNS, ID_TUPLE } from '@logyard/languages/query-sql/message-id'
import { sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import type { Clock } from '../platform/clock.ts'
import type { Highlight } from '../search/messages/highlight.ts'
import { messageReader } from '../search/messages/message-rows.ts'
import { EVER, messagesIn } from '../search/scope/message-scope.ts'
import { createAnswerMemory, isTooLarge } from '../search/statements/answer-memory.ts'
import { exactJson } from '../search/statements/exact-json.ts'
import type { SearchEngines } from '../search/statements/search-engine.ts'
import type { ReadableStreams } from '../streams/stream-access.ts'
import type { TailCursor } from './tail-cursor.ts'

export type MissedMessages = ReturnType<typeof createMissedMessages>

export const MAX_MISSED = 2000
/** Above this size none are sent again, only their number. */
export const MAX_MISSED_BYTES = 4 * 1024 * 1024

export function createMissedMessages(deps: {
  readonly engine: Pick<SearchEngines, 'of'>
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly clock: Clock
  /** Absent if highlighting is disabled. */
  readonly highlight?: Highlight
}) {
  const memory = createAnswerMemory({ bytesOfAnswer: MAX_MISSED_BYTES })
  return {
    /** `more` counts further messages that were not sent yet, beyond the limit. */
    async since(
      cursor: Pick<TailCursor, 'newer'>,
      { query, streams, user }: { readonly query: string; readonly streams: ReadableStreams; readonly user: string },
      signal: AbortSignal,
    ) {
      const parsed = parseQuery(query, { allowLeadingWildcard: true })
      const newer = cursor.newer()
      if (newer === undefined || !parsed.ok) return { messages: [], more: 0 }
      const nowMs = deps.clock.now().getTime()
      const schema = await deps.schema()
      const scope = { streams, range: EVER, conditions: [parsed.tree] }
      const from = messagesIn(scope, schema, nowMs, [newer])
      const { selection, read } = messageReader(schema)
      using budget = memory.open(user)
      const [[counted] = [], rows] = await Promise.all([
        deps.engine.of({ user }).rows(sql`SELECT uniqExact(${sqlList(ID_COLUMNS)}) FROM ${from}`, { signal }),
        deps.engine
          .of({ user, budget })
          .rows(
            sql`SELECT ${selection} FROM ${from}
             ORDER BY ${ID_TUPLE} DESC LIMIT 1 BY ${sqlList(ID_COLUMNS)} LIMIT ${MAX_MISSED}`,
            { signal },
          )
          .catch((error: unknown) => {
            if (isTooLarge(error)) return []
            throw error
          }),
      ])
      const found = rows.map(read)
      const highlights = await deps.highlight?.(found, { text: parsed.tree, schema }, { userId: user, signal })
      const messages = found.map(({ document, index }, at) => {
        const hit = {
          message: document,
          index,
          highlight_ranges: highlights?.[at] ?? {},
          decoration_stats: null,
        }
        return { id: document._id, hit: exactJson.stringify(hit) }
      })
      return { messages: messages.reverse(), more: Math.max(0, Number(counted) - messages.length) }
    },
  }
}
