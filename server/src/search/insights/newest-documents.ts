/** The newest messages of a stream or an input with all their fields, among those that the caller may read. */
import { sql } from '@logyard/languages/sql/sql'
import { sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { Caller } from '../../http/caller.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import { messageReader, type StoredMessage } from '../messages/message-rows.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import type { MessageSelections } from './message-selections.ts'

export interface NewestDocumentsRequest {
  readonly of: { readonly streamId: string } | { readonly inputId: string }
  readonly limit: number
  /** Characters of all text values; no more messages are read. */
  readonly maxCharacters: number
}

/** Newest first. No documents for callers who may read no stream. */
export type NewestDocuments = (
  caller: Caller,
  request: NewestDocumentsRequest,
  signal: AbortSignal,
) => Promise<{ readonly documents: readonly StoredMessage[]; readonly isCut: boolean }>

export function createNewestDocuments(deps: {
  readonly selections: MessageSelections
  readonly access: Pick<StreamAccess, 'readable'>
  readonly engine: Pick<SearchEngines, 'of'>
}): NewestDocuments {
  return async (caller, { of, limit, maxCharacters }, signal) => {
    if ('inputId' in of && (await deps.access.readable(caller)).length === 0) return { documents: [], isCut: false }
    const { from, schema } = await deps.selections.select(caller, {
      ...('inputId' in of ? { query: `gl2_source_input:${of.inputId}` } : { streams: [of.streamId] }),
      timerange: { type: 'relative', range: 0 },
    })
    const { selection, read } = messageReader(schema)
    const newest = sql`SELECT ${selection} FROM ${from()} ORDER BY timestamp DESC LIMIT ${sqlInteger(limit)}`
    const documents: StoredMessage[] = []
    let characters = 0
    for await (const row of deps.engine.of({ user: caller.userId }).stream(newest, { signal })) {
      const message = read(row)
      characters += charactersOf(message)
      // The first message is always read.
      if (documents.length > 0 && characters > maxCharacters) return { documents, isCut: true }
      documents.push(message)
    }
    return { documents, isCut: false }
  }
}

function charactersOf({ document }: StoredMessage): number {
  let characters = 0
  for (const value of Object.values(document)) characters += typeof value === 'string' ? value.length : 8
  return characters
}
