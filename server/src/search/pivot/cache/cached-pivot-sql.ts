/** SQL that fills tables of partial aggregates, and that reads them together with the messages of uncached time. */
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import type { InstantRange } from '../../scope/message-scope.ts'
import type { SearchTypeContext } from '../../search-type.ts'
import type { PivotSource } from '../pivot-sql.ts'
import type { CachedPartitions, ReadPlan } from './cached-partitions.ts'
import { mergedSource, type PartialShape, partialsSql } from './partial-sql.ts'
import { groupByLevel, type Partitioning, rangesOf } from './partitions.ts'
import { withinSql } from './stored-messages.ts'

/** A pivot and how its range is partitioned. */
export interface PartitionedPivot {
  readonly shape: PartialShape
  readonly partitioning: Partitioning
  readonly context: SearchTypeContext
}

/** The pivot over cached partitions and over the messages of uncached time. */
export function mergedFrom(
  source: PivotSource,
  pivot: PartitionedPivot,
  cached: CachedPartitions,
  plan: ReadPlan,
): PivotSource {
  const uncached = uncachedRanges(pivot.partitioning, plan)
  const ofMessages = uncached.length === 0 ? [] : [messagesSql(pivot, sql`0`, uncached)]
  return mergedSource(source, pivot.shape, [cachedSql(cached, plan.hits), ...ofMessages])
}

export const cachedSql = ({ table }: CachedPartitions, partitions: readonly number[]): ScopedSql =>
  sql`SELECT * FROM ${table.rows} WHERE time_partition IN (${sqlList(partitions)})`

const uncachedRanges = ({ uncovered }: Partitioning, { misses }: ReadPlan): readonly InstantRange[] => [
  ...uncovered,
  ...rangesOf(misses),
]

/** Aggregates the messages of the partitions: a row for each group in each partition. */
export const partitionsSql = (pivot: PartitionedPivot, partitions: readonly number[]): readonly ScopedSql[] =>
  groupByLevel(partitions).map((level) => messagesSql(pivot, level.numberSql, rangesOf(level.partitions)))

function messagesSql({ shape, context }: PartitionedPivot, partition: Sql, ranges: readonly InstantRange[]): ScopedSql {
  const fromMs = Math.min(...ranges.map((range) => range.fromMs))
  const toMs = Math.max(...ranges.map((range) => range.toMs))
  return partialsSql(shape, partition, context.from({ fromMs, toMs }, withinSql(ranges)))
}
