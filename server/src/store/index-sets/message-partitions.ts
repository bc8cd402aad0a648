/** Indices as the engine knows them: partitions of the table of messages. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Engine } from '../engine/engine.ts'
import { answeredForUsers, engineUnavailable } from '../engine/engine-failure.ts'

export interface PartitionFigures {
  readonly rows: number
  readonly bytes: number
  readonly parts: number
  /** When its newest part was written. */
  readonly modifiedAt: string
}

export type MessagePartitions = ReturnType<typeof createMessagePartitions>

const LONGEST_OPTIMIZATION_SECONDS = 3600

const FIGURES = sql`
  SELECT partition, toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes, toInt32(count()) AS parts,
         toFloat64(toUnixTimestamp(max(modification_time))) AS modified
  FROM system.parts
  WHERE active AND database = currentDatabase() AND table = 'messages'
  GROUP BY partition`
const Figures = Type.Object({
  partition: Type.String(),
  rows: Type.Number(),
  bytes: Type.Number(),
  parts: Type.Integer(),
  modified: Type.Number(),
})

const DETACHED = sql`
  SELECT name FROM (SELECT arrayJoin({names:Array(String)}) AS name)
  WHERE partitionId(name) IN (
    SELECT partition_id FROM system.detached_parts
    WHERE database = currentDatabase() AND table = 'messages' AND reason = '')`
const Detached = Type.Object({ name: Type.String() })

const TIME_RANGE = sql`
  SELECT toFloat64(toUnixTimestamp64Milli(toDateTime64(min(timestamp), 3))) AS beginMs,
         toFloat64(toUnixTimestamp64Milli(toDateTime64(max(timestamp), 3))) AS endMs,
         toFloat64(count()) AS rows
  FROM messages WHERE \`index\` = {index:String}`
const Range = Type.Object({ beginMs: Type.Number(), endMs: Type.Number(), rows: Type.Number() })

export function createMessagePartitions(engine: Pick<Engine, 'client' | 'patientClient' | 'state' | 'ready'>) {
  const { client } = engine
  const requireEngine = () => {
    if (engine.state() !== 'up') throw engineUnavailable()
  }

  async function ask<S extends TSchema>(row: S, query: Sql, params: Record<string, unknown> = {}) {
    requireEngine()
    return answeredForUsers(async () => {
      const answer = await client.query({ query, query_params: params, format: 'JSONEachRow' })
      return Value.Parse(Type.Array(row), await answer.json())
    })
  }

  async function command(query: Sql, index: string): Promise<void> {
    requireEngine()
    const clickhouse_settings = { allow_drop_detached: 1 } as const
    await answeredForUsers(() => client.command({ query, query_params: { index }, clickhouse_settings }))
  }

  return {
    isReachable: () => engine.state() === 'up',
    /** Resolves once it is reachable. */
    ready: engine.ready,
    /** Figures by index name, for every index that is attached and not empty. */
    async figures() {
      const rows = await ask(Figures, FIGURES)
      return new Map(
        rows.map(({ partition, modified, ...figures }) => [
          partition,
          { ...figures, modifiedAt: new Date(modified * 1000).toISOString() },
        ]),
      )
    },
    /** Those of these indices that have detached data. */
    async detachedOf(names: readonly string[]) {
      if (names.length === 0) return new Set<string>()
      const rows = await ask(Detached, DETACHED, { names })
      return new Set(rows.map(({ name }) => name))
    },
    /** `undefined` if the index is empty. */
    async timeRange(index: string) {
      const [found] = await ask(Range, TIME_RANGE, { index })
      if (found === undefined || found.rows === 0) return undefined
      return { beginMs: found.beginMs, endMs: found.endMs }
    },
    detach: (index: string) => command(sql`ALTER TABLE messages DETACH PARTITION {index:String}`, index),
    attach: (index: string) => command(sql`ALTER TABLE messages ATTACH PARTITION {index:String}`, index),
    /** Drops all data of the index, attached and detached. */
    async drop(index: string) {
      await command(sql`ALTER TABLE messages DROP PARTITION {index:String}`, index)
      await command(sql`ALTER TABLE messages DROP DETACHED PARTITION {index:String}`, index)
    },
    /** Merges its parts into one, which may take long. */
    async optimize(index: string, signal: AbortSignal) {
      requireEngine()
      await engine.patientClient.command({
        query: sql`OPTIMIZE TABLE messages PARTITION {index:String} FINAL`,
        query_params: { index },
        clickhouse_settings: { max_execution_time: LONGEST_OPTIMIZATION_SECONDS },
        abort_signal: signal,
      })
    },
  }
}
