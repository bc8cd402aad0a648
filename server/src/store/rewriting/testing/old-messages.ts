/** A data folder with messages as an earlier version stored them, and what searches find in them. */
import { parseQuery } from '@logyard/languages/query/parse-query'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import { fieldColumns } from '@logyard/languages/query-sql/field-columns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { STORED_TYPES } from '@logyard/languages/query-sql/stored-types'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { createEngine, type Engine } from '../../engine/engine.ts'
import type { ClusterAddress } from '../../engine/engine-connections.ts'
import { engineMigrations } from '../../engine/engine-migrations.ts'
import { createMessageIds } from '../../messages/message-ids.ts'

export const STREAMS = ['000000000000000000000001', '5f0000000000000000000002'] as const

/** Where messages are stored, if not by the embedded engine in the folder. */
export interface Store {
  readonly cluster?: ClusterAddress
}

export interface OldMessage {
  readonly index: string
  /** ISO 8601. */
  readonly at: string
  /** When it was received, if not at that time. */
  readonly received?: string
  readonly message?: string
  readonly fullMessage?: string
  readonly streams?: readonly string[]
  readonly ownId?: string
  readonly fields?: Readonly<Record<string, unknown>>
}

const NUMBER_OF_EARLIER = 4
const idsOf = createMessageIds(7)

/** Messages of every kind, on several days of two indices. */
export function oddMessages(index: string, month = '2026-02'): readonly OldMessage[] {
  const at = `${month}-10T10:00:00.000Z`
  return [
    { index, at, message: 'plain words', fields: { user: 'ada', code: 404, owner: 'ada', room: 'x' } },
    { index, at, message: 'plain words', fields: { user: 'ada', code: '404', owner: 'bob' } },
    {
      index,
      at: `${month}-11T23:59:59.999Z`,
      message: 'costs 1,000 at 10.0.0.1',
      fields: { user: 'Bob~x', took: 1.5 },
    },
    {
      index,
      at: `${month}-12T00:00:00.000Z`,
      message: 'Größe 日本',
      fullMessage: 'mehr über\nGröße',
      fields: { took: 7 },
    },
    { index, at: '2025-12-24T18:00:00.000Z', received: at, message: 'late', fields: { tags: ['x~y', 'two', 'ada'] } },
    { index, at: '2020-01-01T00:00:00.000Z', received: at, message: 'years late', fields: { flag: true, user: '' } },
    {
      index,
      at: '2099-01-01T00:00:00.000Z',
      received: at,
      message: 'from the future',
      fields: { mixed: [1, 'a', 2.5] },
    },
    {
      index,
      at,
      ownId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      message: 'own id',
      fields: { code: 1e21, user: 'u'.repeat(300) },
    },
    { index, at, ownId: 'not a ulid', message: 'other id', fields: { ip: '192.0.2.9', user: '192.0.2.9' } },
    { index, at, streams: STREAMS, message: 'in two streams', fields: { user: 'ada', when: '2026-01-01', big: '5' } },
    { index, at, streams: [], message: 'in no stream', fields: {} },
  ]
}

let made = 0

/** Stores the messages as the earlier version did. */
export async function fillOldFolder(folder: string, messages: readonly OldMessage[], store: Store = {}): Promise<void> {
  const migrations = engineMigrations.slice(0, NUMBER_OF_EARLIER)
  const options = { dataFolder: folder, log: createLog('off'), clock: systemClock, migrations }
  await using engine = await createEngine({ ...options, ...store })
  await engine.ready(AbortSignal.timeout(60_000))
  await engine.client.insert({
    table: sql`messages`,
    values: messages.map(oldRow),
    clickhouse_settings: { input_format_try_infer_dates: 0, input_format_try_infer_datetimes: 0 },
  })
}

function oldRow({
  index,
  at,
  received = at,
  message = '',
  fullMessage = '',
  streams = [STREAMS[0]],
  ...rest
}: OldMessage) {
  const ids = idsOf(Date.parse(received), 2 ** 31 + made++, 3)
  return {
    id: ids.id,
    index,
    timestamp: at.replace('T', ' ').replace('Z', ''),
    source: 'Web-1',
    message,
    full_message: fullMessage,
    streams,
    gl2_source_input: 'input-1',
    gl2_source_node: 'node-1',
    gl2_remote_ip: '192.0.2.9',
    gl2_remote_port: 514,
    gl2_message_id: rest.ownId ?? ids.gl2MessageId,
    gl2_accounted_message_size: 100 + made,
    template: made % 5,
    fields: rest.fields ?? {},
  }
}

export const QUERIES = [
  '*',
  'ada',
  'owner:ada',
  'user:ada AND NOT owner:ada',
  'user:ada OR tags:two',
  'code:404',
  'code:>400',
  '404',
  'took:[1 TO 7]',
  '7',
  '"plain words"',
  'message:1,000',
  'größe OR full_message:über',
  '本',
  '"x~y"',
  'Bob~x OR user:Bob*',
  'flag:true',
  'user:uuu*',
  '/u+/',
  '192.0.2.9',
  'ip:192.0.2.9',
  'gl2_message_id:01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '"not a ulid"',
  '_exists_:user',
  'NOT _exists_:code',
  'when:2026-01-01',
  'streams:5f0000000000000000000002',
  'web-1',
  'mixed:2.5',
  'gl2_remote_port:514',
  'timestamp:["2025-01-01 00:00:00" TO "2026-02-11 00:00:00"]',
] as const

/** A schema with the fields that are stored at present. */
export async function schemaOfAll(
  { client }: Pick<Engine, 'client'>,
  columns: FieldSchema['columns'],
): Promise<FieldSchema> {
  const answer = await client.query({
    query: sql`SELECT distinctJSONPathsAndTypes(fields) AS found FROM all_messages`,
    format: 'JSONEachRow',
  })
  const [row] = await answer.json<{ found: Record<string, readonly string[]> }>()
  const types = (name: string) => STORED_TYPES.filter((type) => row?.found[name]?.includes(type))
  const names = () => Object.keys(row?.found ?? {})
  return { names, mayBeLong: () => true, types, table: sql`all_messages`, columns, otherAnalyses: [] }
}

export const COLUMNS = [
  { field: 'user', type: 'String', isRepetitive: true, numberInValues: undefined },
  { field: 'ip', type: 'String', isRepetitive: false, numberInValues: 1 },
  { field: 'code', type: 'Int64', isRepetitive: false, numberInValues: undefined },
  { field: 'took', type: 'Float64', isRepetitive: false, numberInValues: 2 },
] as const
export const OF_FIELDS = fieldColumns(COLUMNS)

const CONTENT = sql`id, \`index\`, timestamp, source, message, words, full_message, full_words, stream_ids, streams,
  gl2_source_input, gl2_source_node, gl2_remote_ip, gl2_remote_port, gl2_message_id, gl2_accounted_message_size, template,
  received, journal_offset, place, fields, text_user, text_ip, integer_code, decimal_took`

/** What each query finds, whole messages in order. */
export async function answersOf({ client }: Pick<Engine, 'client'>, schema: FieldSchema): Promise<readonly unknown[]> {
  const ask = async (query: Sql) => await (await client.query({ query, format: 'JSONCompactEachRow' })).json()
  const found: unknown[] = []
  for (const query of QUERIES) {
    const parsed = parseQuery(query, { allowLeadingWildcard: false })
    if (!parsed.ok) throw new Error(`cannot read ${query}`)
    const where = compileCondition(parsed.tree, schema, Date.parse('2026-03-01T00:00:00.000Z'))
    const content = query === '*' ? CONTENT : sql`id`
    found.push([query, await ask(sql`SELECT ${content} FROM ${schema.table} WHERE ${where} ORDER BY id, \`index\``)])
  }
  return found
}

/** How many messages each index has, by table. */
export async function rowsByTable({ client }: Pick<Engine, 'client'>): Promise<Readonly<Record<string, number>>> {
  const answer = await client.query({
    query: sql`SELECT table, toFloat64(sum(rows)) AS rows FROM system.parts WHERE active AND database = currentDatabase()
      AND table IN ('messages', 'old_messages', 'staged_messages') GROUP BY table HAVING rows > 0 ORDER BY table`,
    format: 'JSONEachRow',
  })
  return Object.fromEntries(
    (await answer.json<{ table: string; rows: number }>()).map(({ table, rows }) => [table, rows]),
  )
}
