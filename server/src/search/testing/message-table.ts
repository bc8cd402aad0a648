/** Inserts messages into a real engine, for tests that read them. */

import { randomUUID } from 'node:crypto'
import type { FieldValue } from '@logyard/codecs/codec'
import { createTemplateHash } from '@logyard/languages/message-templates/template'
import { fieldColumns } from '@logyard/languages/query-sql/field-columns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { STORED_TYPES, type StoredType } from '@logyard/languages/query-sql/stored-types'
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Engine } from '../../store/engine/engine.ts'
import type { MessageStore } from '../../store/engine/message-stores.ts'
import { messageTable } from '../../store/engine/old-messages.ts'
import { createRowEncoder } from '../../store/messages/encode-rows.ts'
import { readFieldColumns, type StoredFieldColumn } from '../../store/messages/field-column-table.ts'
import { insertRows } from '../../store/messages/insert-rows.ts'
import type { Message } from '../../store/messages/message.ts'
import { createMessageIds, type MessageIds } from '../../store/messages/message-ids.ts'
import { rowsOfShards, TOGETHER } from '../../store/messages/rows-of-shards.ts'

export interface TestMessage {
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly message?: string
  readonly source?: string
  readonly streams?: readonly string[]
  readonly index?: string
  readonly ids?: MessageIds
  /** As received; 64-bit integers as bigints. */
  readonly fields?: Readonly<Record<string, FieldValue | undefined>>
}

export const TEST_STREAM = '000000000000000000000001'

const hashTemplate = createTemplateHash()

export const templateHash = (text: string): string => {
  const { high, low } = hashTemplate(text)
  return String((BigInt(high) << 32n) | BigInt(low))
}

const idsOf = createMessageIds(1)
let inserted = 0
/** Messages come one by one, so that they are spread over the shards. */
const offsetStep = () => (process.env['LOGYARD_TEST_SHARDS'] === undefined ? 1 : TOGETHER)

/** Returns the ids of the messages, in order. */
export async function insertMessages(
  engine: Engine,
  messages: readonly TestMessage[],
  columns: readonly StoredFieldColumn[] = [],
): Promise<readonly string[]> {
  const encoder = createRowEncoder()
  encoder.configure(columns)
  const ids = messages.map((given) => {
    const atMs = Date.parse(given.at)
    const text = given.message ?? 'a message'
    const own = given.ids ?? idsOf(atMs, inserted++ * offsetStep(), 0)
    const message: Message = {
      timestampMs: atMs,
      source: given.source ?? 'web-1',
      message: text,
      fields: new Map(
        Object.entries(given.fields ?? {}).flatMap(([name, value]) =>
          value === undefined ? [] : [[JSON.stringify(name).slice(1, -1), value]],
        ),
      ),
      inputId: 'input-1',
      nodeId: 'node-1',
      remoteAddress: '192.0.2.1',
      remotePort: 514,
      receivedAtMs: atMs,
      place: 0,
      streams: given.streams ?? [TEST_STREAM],
    }
    encoder.add(message, {
      ids: own,
      accountedSize: 100,
      template: hashTemplate(text),
      indexes: [given.index ?? 'graylog_0'],
      analyzers: ['standard'],
    })
    return own.id
  })
  const { stores } = engine
  const parts = await rowsOfShards(encoder.take(), stores.shards)
  for (const [shard, rows] of parts.entries()) {
    if (rows.count === 0) continue
    const write = (store: MessageStore, _isRepeated: boolean, signal: AbortSignal) =>
      insertRows(store.client, rows, randomUUID(), signal)
    await stores.write({ shard, receivedMs: 0, mayBeStored: false, write }, AbortSignal.timeout(30_000))
  }
  return ids
}

const Row = Type.Object({ found: Type.Record(Type.String(), Type.Array(Type.String())) })

/** The fields in the table with all of their types. */
export async function schemaOf({ client }: Engine): Promise<FieldSchema> {
  const answer = await client.query({
    query: sql`SELECT distinctJSONPathsAndTypes(fields) AS found FROM messages`,
    format: 'JSONEachRow',
  })
  const [row] = await answer.json()
  const { found } = Value.Parse(Row, row)
  const columns = fieldColumns(await readFieldColumns(client, AbortSignal.timeout(10_000)))
  const isStored = (type: string): type is StoredType => STORED_TYPES.some((stored) => stored === type)
  const inColumns = (name: string) => columns.all.filter(({ field }) => field === name).map(({ type }) => type)
  return {
    names: () => [...new Set([...Object.keys(found), ...columns.all.map(({ field }) => field)])],
    mayBeLong: () => true,
    types: (name) => [...new Set([...(found[name] ?? []).filter(isStored), ...inColumns(name)])],
    table: await messageTable(client),
    columns,
    otherAnalyses: [],
  }
}
