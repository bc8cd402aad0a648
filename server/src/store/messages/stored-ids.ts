import { type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlInstant, sqlList } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { hasOldMessages } from '../engine/old-messages.ts'
import type { EngineClient } from '../engine/sql-client.ts'
import { highestId, lowestId } from './message-ids.ts'
import { keyOf } from './row-batch.ts'

export interface TimeSpan {
  readonly fromMs: number
  /** Inclusive. */
  readonly toMs: number
}

export interface Stored {
  readonly ids: ReadonlySet<string>
  /** The keys of the rows: see `keyOf`. */
  readonly rows: ReadonlySet<string>
}

interface WantedRows {
  readonly received: readonly TimeSpan[]
  /** Ids. */
  readonly wanted: ReadonlySet<string>
  readonly nodeId: string
  /** Disks with messages that were stored long before. */
  readonly coldDisks: readonly string[]
}

const StoredRow = Compile(Type.Object({ row_id: Type.String(), row_index: Type.String() }))

const SELECT = sql`SELECT toString(id) AS row_id, toString(\`index\`) AS row_index`

const receivedWithin = ({ fromMs, toMs }: TimeSpan): Sql =>
  sql`received BETWEEN ${sqlInstant(fromMs)} AND ${sqlInstant(toMs)}`

/** The old table has an index on the numbers of ids. */
const idWithin = ({ fromMs, toMs }: TimeSpan): Sql =>
  sql`UUIDToNum(id) BETWEEN UUIDToNum(toUUID(${lowestId(fromMs)})) AND UUIDToNum(toUUID(${highestId(toMs)}))`

/** Which of the wanted messages are stored. They were received by this node in these time spans. */
export async function findStored(
  client: Pick<EngineClient, 'query'>,
  { received, wanted, nodeId, coldDisks }: WantedRows,
  signal: AbortSignal,
): Promise<Stored> {
  const ids = new Set<string>()
  const rows = new Set<string>()
  const within = (condition: (span: TimeSpan) => Sql) =>
    sql`(${joinSql(received.map(condition), sql` OR `)}) AND gl2_source_node = ${nodeId}`
  // Messages are stored while cold storage is out of reach, too.
  const isHot = coldDisks.length === 0 ? sql`` : sql` AND _disk_name NOT IN (${sqlList(coldDisks)})`
  const current = sql`${SELECT} FROM messages WHERE ${within(receivedWithin)}${isHot}`
  const old = sql`${SELECT} FROM old_messages WHERE ${within(idWithin)}`
  const answer = await client.query({
    query: (await hasOldMessages(client, signal)) ? sql`${current} UNION ALL ${old}` : current,
    format: 'JSONEachRow',
    abort_signal: signal,
  })
  for await (const found of answer.stream()) {
    const { row_id, row_index } = StoredRow.Parse(found)
    if (!wanted.has(row_id)) continue
    ids.add(row_id)
    rows.add(keyOf(row_id, row_index))
  }
  return { ids, rows }
}
