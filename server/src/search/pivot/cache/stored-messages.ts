/**
 * Counts of stored messages and the indices that hold them. Messages never change, so equal counts in the same indices
 * mean that a cached partition is still valid.
 */
import { anyOf } from '@logyard/languages/query-sql/condition'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlDirection } from '@logyard/languages/sql/sql-parts'
import { readableForServer } from '../../../streams/stream-access.ts'
import { type InstantRange, messagesIn, rangeCondition } from '../../scope/message-scope.ts'
import type { SearchTypeContext } from '../../search-type.ts'
import { groupByLevel, partitionTime, rangesOf } from './partitions.ts'

type CountContext = Pick<SearchTypeContext, 'engine' | 'schema' | 'nowMs' | 'signal'>

/** Range from the first to the last message in the range; `undefined` if there is none. */
export async function storedRange(context: CountContext, range: InstantRange): Promise<InstantRange | undefined> {
  const { engine, signal } = context
  const end = (order: 'ASC' | 'DESC') =>
    sql`SELECT toUnixTimestamp64Milli(timestamp) FROM ${allWithin(context, range)} ORDER BY timestamp ${sqlDirection(order)} LIMIT 1`
  const [row] = await engine.rows(sql`SELECT (${end('ASC')}), (${end('DESC')})`, { signal })
  const [fromMs, toMs] = row ?? []
  return typeof fromMs === 'number' && typeof toMs === 'number' ? { fromMs, toMs } : undefined
}

export async function storedMessages(context: CountContext, ranges: readonly InstantRange[]) {
  const counted = ranges.map((range) => sql`(${countSql(context, range)})`)
  const statement = sql`SELECT groupArray(*), ${joinSql(counted, sql`, `)} FROM (${context.engine.openPartitions})`
  const [row] = await context.engine.rows(statement, { signal: context.signal, isAboutTables: true })
  const [names, ...counts] = row ?? []
  return {
    /**
     * The partitions of searchable indices. One that was deleted and created again, or closed and reopened, has a new
     * identity: the first block number of its rows is part of it.
     */
    indices: new Set(Array.isArray(names) ? names.map(String) : []),
    /** Messages in each of the ranges. */
    counts: counts.map(Number),
  }
}

/** One count by the engine's index takes as long as reading the timestamps of this many messages. */
const MESSAGES_READ_PER_COUNT = 100_000

/** Messages of all streams in each partition; `total` is their number in all partitions together. */
export async function countByPartition(
  context: CountContext,
  partitions: readonly number[],
  total: number,
): Promise<ReadonlyMap<number, number>> {
  const read = groupByLevel(partitions).map(
    ({ partitions: ofLevel, numberSql }) =>
      sql`SELECT ${numberSql} AS time_partition, count() FROM ${allWithin(context, ...rangesOf(ofLevel))} GROUP BY time_partition`,
  )
  const counted = partitions.map(
    (partition) => sql`SELECT ${partition}, (${countSql(context, partitionTime(partition))})`,
  )
  const isReadFaster = total < MESSAGES_READ_PER_COUNT * partitions.length
  const statement = joinSql(isReadFaster ? read : counted, sql` UNION ALL `)
  const rows = await context.engine.rows(statement, { signal: context.signal })
  const found = new Map(rows.map(([partition, count]) => [Number(partition), Number(count)]))
  return new Map(partitions.map((partition) => [partition, found.get(partition) ?? 0]))
}

/** SQL condition: the timestamp is in one of the ranges. */
export const withinSql = (ranges: readonly InstantRange[]): Sql =>
  anyOf(ranges.map((range) => sql`(${rangeCondition(range)})`))

const countSql = (context: CountContext, range: InstantRange): ScopedSql =>
  sql`SELECT count() FROM ${allWithin(context, range)}`

/** Messages of the ranges in all streams. Only for internal counts that are never part of an answer. */
function allWithin({ schema, nowMs }: CountContext, ...ranges: readonly InstantRange[]): ScopedSql {
  const streams = readableForServer('count messages by time partition')
  const fromMs = Math.min(...ranges.map((range) => range.fromMs))
  const toMs = Math.max(...ranges.map((range) => range.toMs))
  const scope = { streams, range: { fromMs, toMs }, conditions: [] }
  return messagesIn(scope, schema, nowMs, ranges.length > 1 ? [withinSql(ranges)] : [])
}
