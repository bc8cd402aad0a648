/** Reads one stored message, if the caller may read one of its streams. */
import type { ResultMessage } from '@logyard/contract/search/messages'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { hasId } from '@logyard/languages/query-sql/message-id'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import {
  EVENT_STREAM_IDS,
  type ReadableStreams,
  readableForServer,
  type StreamAccess,
} from '../../streams/stream-access.ts'
import { EVER, messagesIn } from '../scope/message-scope.ts'
import type { SearchedIndices } from '../scope/searched-indices.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import { messageNotFound } from './message-errors.ts'
import { messageReader } from './message-rows.ts'
import { resultMessage } from './result-message.ts'

export type GetMessage = (caller: Caller, index: string, id: string, signal: AbortSignal) => Promise<ResultMessage>

const messageDenied = (id: string) =>
  new LogyardError('denied', 'message-denied', `Not authorized to access message ${id}`)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function createGetMessage(deps: {
  readonly engine: Pick<SearchEngines, 'of'>
  readonly access: Pick<StreamAccess, 'among' | 'everything' | 'readable'>
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly indices: Pick<SearchedIndices, 'get'>
  readonly clock: Clock
}): GetMessage {
  const { access, clock } = deps

  return async (caller, index, id, signal) => {
    caller.require(`messages:read:${id}`)
    await deps.indices.get(index)
    if (!UUID.test(id)) throw messageNotFound(id, index)
    const schema = await deps.schema()
    const engine = deps.engine.of({ user: caller.userId })
    const isMessage = sql`\`index\` = ${index} AND ${hasId(id.toLowerCase())}`
    const reader = messageReader(schema)
    const read = async (streams: ReadableStreams, selection: Sql) => {
      const scope = { streams, range: EVER, conditions: [] }
      const from = messagesIn(scope, schema, clock.now().getTime(), [isMessage])
      const [row] = await engine.rows(sql`SELECT ${selection} FROM ${from} LIMIT 1`, { signal })
      return row
    }
    /** The caller may have permissions for deleted streams, too: only the message itself names those. */
    const readElsewhere = async () => {
      const found = await read(readableForServer('find the streams of a message'), sql`streams`)
      if (found === undefined) throw messageNotFound(id, index)
      const [streams] = found
      const permitted = access.among(caller, Array.isArray(streams) ? streams.map(String) : [])
      if (permitted.ids.length === 0) throw messageDenied(id)
      return await read(permitted, reader.selection)
    }
    const readable =
      access.everything(caller) ?? access.among(caller, [...(await access.readable(caller)), ...EVENT_STREAM_IDS])
    const row = (await read(readable, reader.selection)) ?? (await readElsewhere())
    if (row === undefined) throw messageNotFound(id, index)
    return resultMessage(reader.read(row).document, index)
  }
}
