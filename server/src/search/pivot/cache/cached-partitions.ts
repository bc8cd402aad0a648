/** Which partitions a table holds, which of them are still valid, and which are worth caching. */
import type { CacheTable } from './cache-tables.ts'
import { type Partitioning, partitionLengthMs, partitionTime } from './partitions.ts'

/** Number of stored messages by partition. */
export type Counts = ReadonlyMap<number, number>

export interface CachedPartitions {
  readonly table: CacheTable
  /** Messages stored in a partition, of all streams, when or before it was aggregated. */
  readonly counts: Counts
  readonly indices: ReadonlySet<string>
}

/** How the partitions of a request are read. */
export interface ReadPlan {
  /** Read from the table. */
  readonly hits: readonly number[]
  /** Messages that these held when they were aggregated. */
  readonly messages: number
  /** Not in the table: their messages are read. */
  readonly misses: readonly number[]
}

export function planRead({ counts }: Pick<CachedPartitions, 'counts'>, { partitions }: Partitioning): ReadPlan {
  const hits = partitions.filter((partition) => counts.has(partition))
  const messages = hits.reduce((sum, partition) => sum + (counts.get(partition) ?? 0), 0)
  return { hits, messages, misses: partitions.filter((partition) => !counts.has(partition)) }
}

/**
 * The partitions that have received messages since they were last counted. More are likely to come, and aggregating
 * them again each time takes longer than reading their messages.
 */
export function changingPartitions(previous: (partition: number) => number | undefined, counts: Counts): Counts {
  return new Map([...counts].filter(([partition, count]) => (previous(partition) ?? count) !== count))
}

/** Batches of at most `maxMessages` messages; a larger partition is a batch of its own. */
export function inBatches(partitions: Counts, maxMessages: number): readonly number[][] {
  const batches: number[][] = []
  let room = 0
  // Newest first: they are requested most often.
  for (const [partition, count] of [...partitions].reverse()) {
    room -= count
    const batch = batches.at(-1)
    if (batch !== undefined && room >= 0) batch.push(partition)
    else {
      batches.push([partition])
      room = maxMessages - count
    }
  }
  return batches
}

/**
 * The cached partitions that are still valid and may be requested. Of the longest partitions this includes those up to
 * one range length outside of the range, for requests of slightly different ranges.
 */
export function retainedPartitions(cached: CachedPartitions, counts: Counts, partitioning: Partitioning): Counts {
  const { longestMs, covered } = partitioning
  const spanMs = covered.toMs + 1 - covered.fromMs
  const isNear = (partition: number) => {
    const { fromMs, toMs } = partitionTime(partition)
    return (
      partitionLengthMs(partition) === longestMs && fromMs >= covered.fromMs - spanMs && toMs <= covered.toMs + spanMs
    )
  }
  const isRetained = ([partition, count]: readonly [number, number]) =>
    (counts.get(partition) ?? (isNear(partition) && count)) === count
  return new Map([...cached.counts].filter(isRetained))
}
