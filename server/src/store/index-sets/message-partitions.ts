/** Indices as the engine knows them: partitions of the tables of messages. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { findHidden, HIDDEN_INDEX } from '../engine/all-messages.ts'
import type { Engine } from '../engine/engine.ts'
import { answeredForUsers, engineUnavailable } from '../engine/engine-failure.ts'
import type { MessageStore } from '../engine/message-stores.ts'
import { messageTable, STAGED_MESSAGES } from '../engine/old-messages.ts'
import { INDEX_OF_PART, MESSAGE_TABLES } from '../messages/index-of-part.ts'

export interface PartitionFigures {
  readonly rows: number
  readonly bytes: number
  /** Bytes in cold storage. */
  readonly coldBytes: number
  readonly parts: number
  /** When its newest part was written. */
  readonly modifiedAt: string
}

export type MessagePartitions = ReturnType<typeof createMessagePartitions>

const LONGEST_OPTIMIZATION_SECONDS = 3600

const TABLES = sql`database = currentDatabase() AND table IN (${sqlList(MESSAGE_TABLES)})`

/** Rows that are just being replaced count once. */
const FIGURES = sql`
  SELECT ${INDEX_OF_PART} AS name, toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes,
         toFloat64(sumIf(bytes_on_disk, has({cold:Array(String)}, disk_name))) AS coldBytes,
         toInt32(count()) AS parts, toFloat64(toUnixTimestamp(max(modification_time))) AS modified
  FROM system.parts
  WHERE active AND ${TABLES} AND NOT (table = 'old_messages' AND partition IN (${HIDDEN_INDEX}))
  GROUP BY name`
const Figures = Type.Object({
  name: Type.String(),
  rows: Type.Number(),
  bytes: Type.Number(),
  coldBytes: Type.Number(),
  parts: Type.Integer(),
  modified: Type.Number(),
})

/** The partitions of an index that statements change. */
const ATTACHED = sql`
  SELECT DISTINCT table, partition_id FROM system.parts WHERE active AND ${TABLES} AND ${INDEX_OF_PART} = {index:String}`
const Partition = Type.Object({ table: Type.String(), partition_id: Type.String() })
type PartitionOfTable = Static<typeof Partition>

/** Those that are being rewritten. */
const STAGED = sql`SELECT DISTINCT table, partition_id FROM system.parts
  WHERE active AND database = currentDatabase() AND table = ${STAGED_MESSAGES} AND ${INDEX_OF_PART} = {index:String}`

/** Detached parts do not tell their partition, only its id: those of all days that may be are compared with it. */
const DETACHED = sql`
  SELECT DISTINCT table, partition_id FROM system.detached_parts WHERE ${TABLES} AND reason = ''`

/** Detached parts do not tell their partition, only its id: those of all days of the type are compared with it. */
const DAYS = sql`range(65536)`
const PARTITIONS_OF = sql`
  SELECT name, partitionId(name, toDate(day)) AS partition_id
  FROM (SELECT name, arrayJoin(${DAYS}) AS day FROM (SELECT arrayJoin({names:Array(String)}) AS name))
  WHERE partition_id IN ({ids:Array(String)})
  UNION ALL
  SELECT name, partitionId(name) AS partition_id FROM (SELECT arrayJoin({names:Array(String)}) AS name)
  WHERE partition_id IN ({ids:Array(String)})`
const NamedPartition = Type.Object({ name: Type.String(), partition_id: Type.String() })

const timeRange = (table: Sql): Sql => sql`
  SELECT toFloat64(toUnixTimestamp64Milli(toDateTime64(min(timestamp), 3))) AS beginMs,
         toFloat64(toUnixTimestamp64Milli(toDateTime64(max(timestamp), 3))) AS endMs,
         toFloat64(count()) AS rows
  FROM ${table} WHERE \`index\` = {index:String}`
const Range = Type.Object({ beginMs: Type.Number(), endMs: Type.Number(), rows: Type.Number() })

type Asked = Pick<MessageStore, 'client'>

async function ask<S extends TSchema>(
  { client }: Asked,
  row: S,
  query: Sql,
  params: Record<string, unknown> = {},
): Promise<Static<S>[]> {
  return await answeredForUsers(async () => {
    const answer = await client.query({ query, query_params: params, format: 'JSONEachRow' })
    return Value.Parse(Type.Array(row), await answer.json())
  })
}

const attachedOf = (store: Asked, index: string) => ask(store, Partition, ATTACHED, { index })

/** The detached partitions of these indices. */
async function detachedPartitions(store: Asked, names: readonly string[]) {
  const found = names.length === 0 ? [] : await ask(store, Partition, DETACHED)
  if (found.length === 0) return []
  const ids = found.map(({ partition_id }) => partition_id)
  const named = await ask(store, NamedPartition, PARTITIONS_OF, { names, ids })
  const nameOf = new Map(named.map(({ name, partition_id }) => [partition_id, name]))
  return found.flatMap((partition) => {
    const name = nameOf.get(partition.partition_id)
    return name === undefined ? [] : [{ ...partition, name }]
  })
}

/** Changes the partitions. A call that was interrupted can be repeated: it changes those that are left. */
async function change({ client }: Asked, found: readonly PartitionOfTable[], what: Sql): Promise<void> {
  const clickhouse_settings = { allow_drop_detached: 1 } as const
  for (const [table, partitions] of Map.groupBy(found, (one) => one.table)) {
    const changes = partitions.map(({ partition_id }) => sql`${what} PARTITION ID ${partition_id}`)
    const query = sql`ALTER TABLE ${sqlName(table)} ${sqlList(changes)}`
    await answeredForUsers(() => client.command({ query, clickhouse_settings }))
  }
}

export function createMessagePartitions(engine: Pick<Engine, 'client' | 'state' | 'ready' | 'stores' | 'cold'>) {
  const { client, stores } = engine
  const requireEngine = () => {
    if (engine.state() !== 'up') throw engineUnavailable()
  }
  /** Each shard counts once. */
  async function ofShards<Answer>(
    read: (store: MessageStore) => Promise<readonly Answer[]>,
  ): Promise<readonly Answer[]> {
    requireEngine()
    return (await Promise.all(stores.complete().map(read))).flat()
  }
  async function changeAll(work: (store: MessageStore) => Promise<void>): Promise<void> {
    requireEngine()
    await stores.change(work)
  }

  return {
    isReachable: () => engine.state() === 'up',
    /** Throws unless it is. */
    requireEngine,
    /** Whether no replica lacks messages: it could not get those of an index that is closed. */
    areComplete: stores.areComplete,
    servers: stores.servers,
    /** Resolves once it is reachable. */
    ready: engine.ready,
    /** Figures by index name, for every index that is attached and not empty. */
    async figures() {
      requireEngine()
      const cold = await engine.cold.disks()
      const rows = await ofShards((store) => ask(store, Figures, FIGURES, { cold }))
      return new Map([...Map.groupBy(rows, ({ name }) => name)].map(([name, found]) => [name, sumOf(found)]))
    },
    /** Those of these indices that have detached data. */
    async detachedOf(names: readonly string[]) {
      return new Set((await ofShards((store) => detachedPartitions(store, names))).map(({ name }) => name))
    },
    /** `undefined` if the index is empty. */
    async timeRange(index: string) {
      requireEngine()
      const query = timeRange(await answeredForUsers(() => messageTable(client)))
      const [found] = await ask(engine, Range, query, { index })
      if (found === undefined || found.rows === 0) return undefined
      return { beginMs: found.beginMs, endMs: found.endMs }
    },
    /** The index whose rows are being replaced by rewritten ones. Until they are, it must not be detached. */
    async beingReplaced() {
      requireEngine()
      return (await answeredForUsers(() => findHidden(client)))?.index
    },
    detach: (index: string) => changeAll(async (store) => change(store, await attachedOf(store, index), sql`DETACH`)),
    attach: (index: string) =>
      changeAll(async (store) => change(store, await detachedPartitions(store, [index]), sql`ATTACH`)),
    /** Drops all data of the index, attached and detached. */
    async drop(index: string) {
      await changeAll(async (store) => {
        await change(store, await attachedOf(store, index), sql`DROP`)
        await change(store, await ask(store, Partition, STAGED, { index }), sql`DROP`)
        await change(store, await detachedPartitions(store, [index]), sql`DROP DETACHED`)
      })
    },
    /** Merges the parts of each of its days into one, which may take long. */
    async optimize(index: string, signal: AbortSignal) {
      requireEngine()
      for (const { store, has } of stores.servers()) {
        if (has !== 'complete' || store.state() !== 'up') continue
        for (const { table, partition_id } of await attachedOf(store, index)) {
          await store.patientClient.command({
            query: sql`OPTIMIZE TABLE ${sqlName(table)} PARTITION ID ${partition_id} FINAL`,
            clickhouse_settings: { max_execution_time: LONGEST_OPTIMIZATION_SECONDS },
            abort_signal: signal,
          })
        }
      }
    },
  }
}

/** The figures of an index from those on each shard. */
function sumOf(found: readonly Static<typeof Figures>[]): PartitionFigures {
  const sum = (of: 'rows' | 'bytes' | 'coldBytes' | 'parts') => found.reduce((total, one) => total + one[of], 0)
  const modified = Math.max(...found.map((one) => one.modified))
  return {
    rows: sum('rows'),
    bytes: sum('bytes'),
    coldBytes: sum('coldBytes'),
    parts: sum('parts'),
    modifiedAt: new Date(modified * 1000).toISOString(),
  }
}
