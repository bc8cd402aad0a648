/** Gives a replica what it missed: columns, changes of indices, templates and messages, from another one of its shard. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInstant, sqlName } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import type { Mutex } from '../../platform/mutex.ts'
import type { EngineClient } from '../engine/sql-client.ts'
import { addFieldColumns, readFieldColumns } from '../messages/field-column-table.ts'
import { NEW, NO_MESSAGE } from './cluster-state.ts'

interface CatchUp {
  /** The replica that may lack something. */
  readonly behind: EngineClient
  readonly complete: EngineClient
  /** It may lack messages that were received from then on. */
  readonly fromMs: number
  /** Resolves once all changes of columns and indices that are being made have ended. */
  untilChanged(): Promise<void>
  /** Called once it has the same indices. */
  onAligned(): Promise<unknown>
  /** Resolves once all batches that are being written have ended. */
  untilWritten(): Promise<void>
  /** Nothing that may be stored already is written by others meanwhile. */
  readonly copyTurn: Mutex
}

/** Messages that are copied at once. */
const COPIED_ROWS = 500_000
const MINUTE_MS = 60_000

/**
 * All new messages are written to the replica already. Those of batches that began before are on the other replica once
 * these batches have ended; of what is there then, the replica lacks what it has not got when all later batches have ended.
 * So nothing is missing afterwards, and nothing is twice.
 */
export async function catchUp(work: CatchUp, signal: AbortSignal): Promise<number> {
  const { behind, complete, fromMs, untilWritten } = work
  await work.untilChanged()
  await addColumns(work, signal)
  await alignPartitions(work, signal)
  await work.onAligned()
  await untilWritten()
  await copyTemplates(behind, complete, signal)
  if (fromMs === NO_MESSAGE) return 0
  let copied = 0
  for (const chunk of await differences(work, signal)) copied += await copyRows(work, chunk, signal)
  return copied
}

async function addColumns({ behind, complete }: CatchUp, signal: AbortSignal): Promise<void> {
  const has = new Set((await readFieldColumns(behind, signal)).map(({ field, type }) => `${type} ${field}`))
  const lacks = (await readFieldColumns(complete, signal)).filter(({ field, type }) => !has.has(`${type} ${field}`))
  await addFieldColumns(behind, lacks, signal)
}

const PARTITIONS = sql`SELECT DISTINCT partition_id AS id, 'open' AS state FROM system.parts
  WHERE active AND database = currentDatabase() AND table = 'messages'
  UNION ALL SELECT DISTINCT partition_id AS id, 'closed' AS state FROM system.detached_parts
  WHERE database = currentDatabase() AND table = 'messages' AND reason = ''`
const Partitions = Type.Array(Type.Object({ id: Type.String(), state: Type.Enum(['open', 'closed']) }))

/** Closes, reopens and deletes what was closed, reopened and deleted on the other replica. */
async function alignPartitions({ behind, complete, fromMs }: CatchUp, signal: AbortSignal): Promise<void> {
  const partitionsOf = async (client: EngineClient) =>
    Value.Parse(
      Partitions,
      await (await client.query({ query: PARTITIONS, format: 'JSONEachRow', abort_signal: signal })).json(),
    )
  const wanted = new Map((await partitionsOf(complete)).map(({ id, state }) => [id, state]))
  const found = await partitionsOf(behind)
  const known = new Set(found.map(({ id }) => id))
  const isLacking = [...wanted].some(([id, state]) => state === 'closed' && !known.has(id))
  if (isLacking)
    throw new Error('the replica lacks messages of an index that is closed: reopen the index, or delete it')
  if (fromMs === NEW && found.some(({ id }) => !wanted.has(id)))
    throw new Error('the new replica has messages of indices that the other one of its shard does not have')
  for (const { id, state } of found) {
    const change = changeOf(state, wanted.get(id))
    if (change === undefined) continue
    await behind.command({
      query: sql`ALTER TABLE messages ${change} PARTITION ID ${id}`,
      clickhouse_settings: { allow_drop_detached: 1 },
      abort_signal: signal,
    })
  }
}

function changeOf(state: 'open' | 'closed', wanted: 'open' | 'closed' | undefined): Sql | undefined {
  if (state === wanted) return undefined
  if (wanted === 'open') return sql`ATTACH`
  if (wanted === 'closed') return sql`DETACH`
  return state === 'open' ? sql`DROP` : sql`DROP DETACHED`
}

/** Messages of an index, received from `fromMs` until before `toMs`. */
interface Chunk {
  readonly index: string
  readonly fromMs: number
  readonly toMs: number
  readonly rows: number
}

const Minute = Compile(
  Type.Object({ name: Type.String(), minute: Type.Number(), rows: Type.Number(), hash: Type.String() }),
)

/** The parts of the tables that differ. */
async function differences({ behind, complete, fromMs }: CatchUp, signal: AbortSignal): Promise<readonly Chunk[]> {
  const query = sql`SELECT toString(\`index\`) AS name, toFloat64(intDiv(toUnixTimestamp64Milli(received), ${MINUTE_MS})) AS minute,
      toFloat64(count()) AS rows, toString(sum(cityHash64(received, journal_offset, place))) AS hash
    FROM messages WHERE received >= ${sqlInstant(Math.max(0, fromMs))} GROUP BY name, minute ORDER BY name, minute`
  const minutesOf = (client: EngineClient) => client.query({ query, format: 'JSONEachRow', abort_signal: signal })
  const wanted: Chunk[] = []
  const all = []
  for await (const row of (await minutesOf(complete)).stream()) all.push(Minute.Parse(row))
  // Read later: rows that are in both are surely stored.
  const has = new Map<string, string>()
  for await (const row of (await minutesOf(behind)).stream()) {
    const { name, minute, rows, hash } = Minute.Parse(row)
    has.set(`${name} ${minute}`, `${rows} ${hash}`)
  }
  for (const { name, minute, rows, hash } of all) {
    if (has.get(`${name} ${minute}`) === `${rows} ${hash}`) continue
    const last = wanted.at(-1)
    const startMs = minute * MINUTE_MS
    const isNext = last?.index === name && last.toMs === startMs && last.rows + rows <= COPIED_ROWS
    const begun = isNext ? wanted.pop() : undefined
    const chunk = { index: name, fromMs: begun?.fromMs ?? startMs, toMs: startMs + MINUTE_MS }
    wanted.push({ ...chunk, rows: rows + (begun?.rows ?? 0) })
  }
  return wanted
}

/** The table to which the messages of a chunk are copied first. */
export const COPIES = 'catching_up'
const STAGE = sqlName(COPIES)
/** Identifies a message in its index. */
const KEY = sql`received, journal_offset, place`

async function copyRows(
  { behind, complete, untilWritten, copyTurn }: CatchUp,
  chunk: Chunk,
  signal: AbortSignal,
): Promise<number> {
  const run = async (query: Sql) => {
    await behind.command({
      query,
      abort_signal: signal,
      clickhouse_settings: { max_partitions_per_insert_block: '0', allow_suspicious_low_cardinality_types: 1 },
    })
  }
  const rows = sql`\`index\` = ${chunk.index} AND received >= ${sqlInstant(chunk.fromMs)} AND received < ${sqlInstant(chunk.toMs)}`
  await run(sql`DROP TABLE IF EXISTS ${STAGE} SYNC`)
  await run(sql`CREATE TABLE ${STAGE} AS messages`)
  await copy({ from: complete, to: behind, rows: sql`* FROM messages WHERE ${rows}`, into: STAGE }, signal)
  const isMissing = sql`(${KEY}) NOT IN (SELECT ${KEY} FROM messages WHERE ${rows})`
  const missing = await copyTurn(async () => {
    await untilWritten()
    const count = await behind.query({
      query: sql`SELECT toFloat64(count()) AS n FROM ${STAGE} WHERE ${isMissing}`,
      format: 'JSONEachRow',
      abort_signal: signal,
    })
    await run(sql`INSERT INTO messages SELECT * FROM ${STAGE} WHERE ${isMissing}`)
    const [found] = await count.json<{ n: number }>()
    return found?.n ?? 0
  })
  await run(sql`DROP TABLE ${STAGE} SYNC`)
  return missing
}

/** The table merges what is there twice. */
const copyTemplates = (behind: EngineClient, complete: EngineClient, signal: AbortSignal) => {
  const table = sql`message_templates`
  return copy({ from: complete, to: behind, rows: sql`* FROM ${table}`, into: table }, signal)
}

async function copy(
  {
    from,
    to,
    rows,
    into,
  }: { readonly from: EngineClient; readonly to: EngineClient; readonly rows: Sql; readonly into: Sql },
  signal: AbortSignal,
): Promise<void> {
  const { stream } = await from.read({ query: sql`SELECT ${rows} FORMAT Native`, abort_signal: signal })
  await to.command({
    query: sql`INSERT INTO ${into} FORMAT Native`,
    values: stream,
    abort_signal: signal,
    clickhouse_settings: { max_partitions_per_insert_block: '0' },
  })
}
