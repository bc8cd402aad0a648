/** Brings the cache entry of a pivot up to date with the stored messages. */
import { createHash } from 'node:crypto'
import { sql } from '@logyard/languages/sql/sql'
import { joinSql } from '@logyard/languages/sql/sql-parts'
import { EVER, type InstantRange } from '../../scope/message-scope.ts'
import type { SearchTypeContext } from '../../search-type.ts'
import { aggregateSql } from '../series.ts'
import { type CacheEntries, type CacheEntry, clearEntry } from './cache-entries.ts'
import { type CreateCacheTable, isTableLost } from './cache-tables.ts'
import {
  type CachedPartitions,
  type Counts,
  changingPartitions,
  inBatches,
  planRead,
  retainedPartitions,
} from './cached-partitions.ts'
import { cachedSql, type PartitionedPivot, partitionsSql } from './cached-pivot-sql.ts'
import { type PartialShape, stateBytesSql } from './partial-sql.ts'
import { type Partitioning, partitionRange, rangesOf } from './partitions.ts'
import type { RecentPartitionings } from './recent-partitionings.ts'
import { countByPartition, storedMessages, storedRange } from './stored-messages.ts'

export interface CacheState {
  readonly limits: {
    /** Ranges with fewer messages are not cached: reading the messages is as fast. */
    readonly minMessages: number
    /** Up to this many uncached messages are read directly; building a table would take longer. */
    readonly maxUncachedMessages: number
    /** Messages that one statement aggregates at most, except that a single partition is never divided. */
    readonly maxBatchMessages: number
  }
  readonly createTable: CreateCacheTable
  readonly entries: CacheEntries
  readonly partitionings: RecentPartitionings
}

export interface PivotRequest {
  /** Key from `pivotKey`. */
  readonly key: string
  readonly shape: PartialShape
  readonly context: SearchTypeContext
}

export interface Refreshed {
  readonly entry: CacheEntry
  readonly pivot: PartitionedPivot
  readonly cached: CachedPartitions
  /** Keeps the table from being dropped until it is disposed. */
  readonly lock: AsyncDisposable
}

/** With a smaller share of the messages in cached partitions, using them gains nothing. */
const MIN_CACHED_SHARE = 0.5
/** Above this many disjoint ranges, counting every partition is faster. */
export const MAX_COUNTED_RANGES = 8

/** The permission filter is part of the key, so the key is hashed. */
export function pivotKey({ keys, aggregates }: PartialShape, context: SearchTypeContext): string {
  const parts = [...keys, ...aggregates.map(aggregateSql), context.from(EVER)].map(({ text }) => text)
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}

/** A period and the previous period get entries of their own, so that they do not evict each other's short partitions. */
export function entryKey(key: string, { longestMs }: Partitioning, { fromMs, toMs }: InstantRange): string {
  const stepMs = 2 ** Math.floor(Math.log2(toMs + 1 - fromMs))
  return `${key} ${longestMs} ${Math.floor(fromMs / stepMs)}`
}

/** The cached partitions, up to date; `undefined` if the pivot is better read from the messages. */
export async function refresh(
  state: CacheState,
  { key, shape, context }: PivotRequest,
): Promise<Refreshed | undefined> {
  const { range, nowMs } = context
  const stored = await storedRange(context, range)
  const partitioning = stored && partitionRange(range, stored, nowMs)
  if (stored === undefined || partitioning === undefined) return undefined
  const pivot = { shape, partitioning, context }
  const entry = state.entries.getOrCreate(entryKey(key, partitioning, range))
  if (state.entries.hasTooMany()) await state.entries.makeRoomFor(entry)
  if (entry.isTooLarge) return undefined
  const update = entry.queue.then(() => updateEntry(state, entry, pivot))
  entry.queue = update.catch(() => undefined)
  try {
    const cached = await update
    if (cached === undefined) return undefined
    state.partitionings.add(key, range, stored, partitioning, nowMs)
    return { entry, pivot, cached, lock: cached.table.acquire() }
  } catch (error) {
    if (!isTableLost(error)) throw error
    // The engine was restarted.
    await clearEntry(entry)
    return undefined
  } finally {
    if (entry.isEvicted) await clearEntry(entry)
  }
}

async function updateEntry(
  state: CacheState,
  entry: CacheEntry,
  pivot: PartitionedPivot,
): Promise<CachedPartitions | undefined> {
  const { partitioning, context } = pivot
  const { limits } = state
  const previous = entry.cached
  const plan = previous && planRead(previous, partitioning)
  const countedRanges = rangesOf(plan?.hits ?? []).slice(0, MAX_COUNTED_RANGES)
  const stored = await storedMessages(context, [context.range, partitioning.covered, ...countedRanges])
  const [total = 0, covered = 0, ...hitCounts] = stored.counts
  if (total < limits.minMessages || covered < MIN_CACHED_SHARE * total) return undefined
  const cached = previous?.indices.isSubsetOf(stored.indices) ? previous : undefined
  const messages = sum(hitCounts)
  const isFresh = messages === plan?.messages && covered - messages <= limits.maxUncachedMessages
  if (isFresh && cached !== undefined) return cached

  const counts = await countByPartition(context, partitioning.partitions, covered)
  const updated = await addMissing(state, entry, pivot, { cached, counts, indices: stored.indices })
  if (updated === undefined) return undefined
  return planRead(updated, partitioning).messages >= MIN_CACHED_SHARE * total ? updated : undefined
}

interface StoredCounts {
  /** What the entry had cached before, if its indices are still there. */
  readonly cached: CachedPartitions | undefined
  readonly counts: Counts
  readonly indices: ReadonlySet<string>
}

/** Drops stale partitions from the entry and aggregates the missing ones, batch by batch. */
async function addMissing(
  state: CacheState,
  entry: CacheEntry,
  pivot: PartitionedPivot,
  { cached: previous, counts, indices }: StoredCounts,
): Promise<CachedPartitions | undefined> {
  const { limits } = state
  entry.changing = changingPartitions(
    (partition) => previous?.counts.get(partition) ?? entry.changing.get(partition),
    counts,
  )
  let cached = previous && { ...previous, counts: retainedPartitions(previous, counts, pivot.partitioning) }
  if (cached !== undefined) entry.cached = cached
  const isMissing = (partition: number) => !cached?.counts.has(partition) && !entry.changing.has(partition)
  const missing = new Map([...counts].filter(([partition]) => isMissing(partition)))
  if (cached !== undefined && sum(missing.values()) <= limits.maxUncachedMessages) return cached
  for (const batch of inBatches(missing, limits.maxBatchMessages)) {
    const table = await tableWith(state, pivot, cached, batch)
    await clearEntry(entry)
    entry.isTooLarge = table === undefined
    if (table === undefined) return undefined
    const added = batch.map((partition) => [partition, counts.get(partition) ?? 0] as const)
    cached = { table, counts: new Map([...(cached?.counts ?? []), ...added]), indices }
    entry.cached = cached
  }
  await state.entries.makeRoomFor(entry)
  return cached
}

/** A new table of the cached partitions and the added ones. */
function tableWith(
  { createTable }: CacheState,
  pivot: PartitionedPivot,
  cached: CachedPartitions | undefined,
  added: readonly number[],
): ReturnType<CreateCacheTable> {
  const copied = cached === undefined || cached.counts.size === 0 ? [] : [cachedSql(cached, [...cached.counts.keys()])]
  const select = joinSql([...copied, ...partitionsSql(pivot, added)], sql` UNION ALL `)
  const { engine, signal } = pivot.context
  return createTable(engine, { select, stateBytes: stateBytesSql(pivot.shape) }, signal)
}

export function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
