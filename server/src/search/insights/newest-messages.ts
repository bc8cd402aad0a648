/** The newest messages of an input or of a search, among those that the caller may read. */
import { sql } from '@logyard/languages/sql/sql'
import { sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { Caller } from '../../http/caller.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import { partialReader, type StoredMessage } from '../messages/message-rows.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import type { MessageSelections } from './message-selections.ts'

export interface NewestMessagesRequest {
  readonly query: string
  /** Seconds until now; 0 for all time. */
  readonly withinSeconds: number
  readonly limit: number
  /** Only these fields are read, beside those that every message has. */
  readonly fields: readonly string[]
}

/** Returns no messages for callers who may read no stream. */
export type NewestMessages = (
  caller: Caller,
  request: NewestMessagesRequest,
  signal: AbortSignal,
) => Promise<readonly StoredMessage[]>

export function createNewestMessages(deps: {
  readonly selections: MessageSelections
  readonly access: Pick<StreamAccess, 'readable'>
  readonly engine: Pick<SearchEngines, 'of'>
}): NewestMessages {
  return async (caller, { query, withinSeconds, limit, fields }, signal) => {
    if ((await deps.access.readable(caller)).length === 0) return []
    const { from, schema } = await deps.selections.select(caller, {
      query,
      timerange: { type: 'relative', range: withinSeconds },
    })
    const stored = [...new Set(fields)].filter((name) => schema.types(name).length > 0)
    const { selection, read } = partialReader(stored, schema)
    const rows = await deps.engine
      .of({ user: caller.userId })
      .rows(sql`SELECT ${selection} FROM ${from()} ORDER BY timestamp DESC LIMIT ${sqlInteger(limit)}`, {
        signal,
      })
    return rows.map(read)
  }
}
