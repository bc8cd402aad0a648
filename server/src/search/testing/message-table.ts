/** Inserts messages into a real engine, for tests that read them. */

import { Readable } from 'node:stream'
import { createTemplateHash } from '@logyard/languages/message-templates/template'
import { fieldColumns } from '@logyard/languages/query-sql/field-columns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { STORED_TYPES, type StoredType } from '@logyard/languages/query-sql/stored-types'
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Engine } from '../../store/engine/engine.ts'
import { readFieldColumns } from '../../store/messages/field-column-table.ts'
import { createMessageIds } from '../../store/messages/message-ids.ts'
import { exactJson } from '../statements/exact-json.ts'

export interface TestMessage {
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly message?: string
  readonly source?: string
  readonly streams?: readonly string[]
  readonly index?: string
  /** As received; 64-bit integers as bigints. */
  readonly fields?: Readonly<Record<string, unknown>>
}

export const TEST_STREAM = '000000000000000000000001'

/** The engine computes the other columns that searches need. */
const INSERT = sql`INSERT INTO messages (id, \`index\`, timestamp, source, message, full_message, streams, gl2_source_input,
  gl2_source_node, gl2_remote_ip, gl2_remote_port, gl2_message_id, gl2_accounted_message_size, template, fields)
  FORMAT JSONCompactEachRow`

const hashTemplate = createTemplateHash()

export const templateHash = (text: string): string => {
  const { high, low } = hashTemplate(text)
  return String((BigInt(high) << 32n) | BigInt(low))
}

const idsOf = createMessageIds(1)
let inserted = 0

/** Returns the ids of the messages, in order. */
export async function insertMessages(engine: Engine, messages: readonly TestMessage[]): Promise<readonly string[]> {
  const ids: string[] = []
  const lines = messages.map((message) => {
    const { id, gl2MessageId } = idsOf(Date.parse(message.at), inserted++, 0)
    ids.push(id)
    return exactJson.stringify([
      id,
      message.index ?? 'graylog_0',
      message.at.replace('T', ' ').replace('Z', ''),
      message.source ?? 'web-1',
      message.message ?? 'a message',
      '',
      message.streams ?? [TEST_STREAM],
      'input-1',
      'node-1',
      '192.0.2.1',
      514,
      gl2MessageId,
      100,
      templateHash(message.message ?? 'a message'),
      message.fields ?? {},
    ])
  })
  await engine.client.command({
    query: INSERT,
    values: Readable.from([lines.join('\n')], { objectMode: false }),
    clickhouse_settings: {
      type_json_skip_duplicated_paths: 1,
      input_format_try_infer_dates: 0,
      input_format_try_infer_datetimes: 0,
    },
  })
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
  const isStored = (type: string): type is StoredType => STORED_TYPES.some((stored) => stored === type)
  return {
    names: () => Object.keys(found),
    types: (name) => (found[name] ?? []).filter(isStored),
    columns: fieldColumns(await readFieldColumns(client, AbortSignal.timeout(10_000))),
    otherAnalyses: [],
  }
}
