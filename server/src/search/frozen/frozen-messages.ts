/** Reads the messages of frozen links by their ids, within what the caller may read. */
import type { MessageHit } from '@logyard/contract/search/search-results'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { hasOneOfIds } from '@logyard/languages/query-sql/message-id'
import { sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { EVENT_STREAM_IDS, type ReadableStreams, type StreamAccess } from '../../streams/stream-access.ts'
import { type MessageReader, messageReader, partialReader, type StoredMessage } from '../messages/message-rows.ts'
import { EVER, type InstantRange, messagesIn } from '../scope/message-scope.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import type { FrozenMessage } from './frozen-link-store.ts'

type MessageId = Pick<FrozenMessage, 'index' | 'id'>
export const keyOf = ({ index, id }: MessageId): string => `${index}/${id}`

export function createFrozenMessages(deps: {
  readonly engine: Pick<SearchEngines, 'of'>
  readonly access: Pick<StreamAccess, 'among' | 'everything' | 'readable'>
  readonly schema: () => FieldSchema | Promise<FieldSchema>
  readonly clock: Clock
}) {
  const { access, clock } = deps

  interface Asked {
    readonly streams: ReadableStreams
    readonly range: InstantRange
    readonly readerOf: (schema: FieldSchema) => MessageReader
  }

  async function read(caller: Caller, messages: readonly MessageId[], asked: Asked, signal: AbortSignal) {
    if (messages.length === 0) return new Map<string, StoredMessage>()
    const schema = await deps.schema()
    const reader = asked.readerOf(schema)
    const indices = sqlList([...new Set(messages.map(({ index }) => index))].map((name) => sql`${name}`))
    const scope = { streams: asked.streams, range: asked.range, conditions: [] }
    const from = messagesIn(scope, schema, clock.now().getTime(), [
      hasOneOfIds(messages.map(({ id }) => id)),
      sql`\`index\` IN (${indices})`,
    ])
    const statement = sql`SELECT ${reader.selection} FROM ${from}`
    const rows = await deps.engine.of({ user: caller.userId }).rows(statement, { signal })
    const found = rows.map(reader.read)
    return new Map(found.map((one) => [keyOf({ index: one.index, id: one.document._id }), one]))
  }

  return {
    /** Those of the messages that the caller may read now, with their times and streams. */
    async identify(
      caller: Caller,
      messages: readonly MessageId[],
      signal: AbortSignal,
    ): Promise<ReadonlyMap<string, FrozenMessage>> {
      const streams =
        access.everything(caller) ?? access.among(caller, [...(await access.readable(caller)), ...EVENT_STREAM_IDS])
      const readerOf = (schema: FieldSchema) => partialReader([], schema)
      const found = await read(caller, messages, { streams, range: EVER, readerOf }, signal)
      return new Map(
        [...found].map(([key, { index, document }]): [string, FrozenMessage] => {
          const { _id: id, timestamp: at, streams: ofMessage } = document
          return [key, { index, id, at, streams: [...ofMessage] }]
        }),
      )
    },
    /** The messages in their order, without those that are gone or that the caller may not read. */
    async open(
      caller: Caller,
      messages: readonly FrozenMessage[],
      signal: AbortSignal,
    ): Promise<readonly MessageHit[]> {
      const ids = messages.flatMap((one) => one.streams)
      const times = messages.map(({ at }) => Date.parse(at))
      const range = { fromMs: Math.min(...times), toMs: Math.max(...times) }
      const streams = access.everything(caller) ?? access.among(caller, ids)
      const found = await read(caller, messages, { streams, range, readerOf: messageReader }, signal)
      return messages.flatMap((message) => {
        const hit = found.get(keyOf(message))
        if (hit === undefined) return []
        return [{ index: hit.index, message: hit.document, highlight_ranges: {}, decoration_stats: null }]
      })
    },
  }
}
export type FrozenMessages = ReturnType<typeof createFrozenMessages>
