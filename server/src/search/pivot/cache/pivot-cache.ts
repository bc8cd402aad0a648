/**
 * Caches partial aggregates of closed time partitions in the engine's memory, so that a pivot that is requested
 * repeatedly, as by dashboards, does not read the same messages again. A partition is aggregated again after messages
 * were added to it or removed from it.
 */
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Ids } from '../../../platform/ids.ts'
import { isAccessDenied, isShardMissing } from '../../../store/engine/engine-failure.ts'
import type { SearchTypeContext } from '../../search-type.ts'
import type { PivotSource } from '../pivot-sql.ts'
import { type CacheEntry, clearEntry, createCacheEntries } from './cache-entries.ts'
import { type CacheTableLimits, createCacheTables, isTableLost } from './cache-tables.ts'
import { planRead } from './cached-partitions.ts'
import { mergedFrom } from './cached-pivot-sql.ts'
import { partialShape } from './partial-sql.ts'
import { rangesOf } from './partitions.ts'
import { createRecentPartitionings } from './recent-partitionings.ts'
import {
  type CacheState,
  entryKey,
  MAX_COUNTED_RANGES,
  type PivotRequest,
  pivotKey,
  refresh,
  sum,
} from './refresh-entry.ts'
import { storedMessages } from './stored-messages.ts'

export interface PivotCache {
  /**
   * Reads the pivot through the cache, which is refreshed first; `undefined` if it is not cached and the messages have
   * to be read.
   */
  read<T>(
    source: PivotSource,
    context: SearchTypeContext,
    read: (source: PivotSource) => Promise<T>,
  ): Promise<T | undefined>
  /** What the next request would read: what is cached, and the messages of uncached time. `undefined` if nothing is. */
  cached(source: PivotSource, context: SearchTypeContext): PivotSource | undefined
  /** Whether the next request would be the first one that is cached, if there are enough messages. */
  isDue(source: PivotSource, context: SearchTypeContext): boolean
}

export type PivotCacheLimits = CacheState['limits'] & {
  /** Cache a pivot from its Nth request on. */
  readonly minRequests: number
  readonly table: CacheTableLimits
  /** Limits of all tables together. */
  readonly bytes: number
  readonly entries: number
}

const LIMITS: PivotCacheLimits = {
  minRequests: 3,
  minMessages: 300_000,
  maxUncachedMessages: 200_000,
  maxBatchMessages: 20_000_000,
  table: { rows: 500_000, bytes: 32 * 1024 * 1024 },
  bytes: 128 * 1024 * 1024,
  entries: 500,
}

const BACKGROUND_REFRESH_TIMEOUT_MS = 60_000

interface PivotReading<T> extends PivotRequest {
  readonly source: PivotSource
  readonly read: (source: PivotSource) => Promise<T>
}

export function createPivotCache(deps: { readonly ids: Ids; readonly limits?: Partial<PivotCacheLimits> }): PivotCache {
  const limits = { ...LIMITS, ...deps.limits }
  const state: CacheState = {
    limits,
    createTable: createCacheTables(limits.table, deps.ids),
    entries: createCacheEntries(limits),
    partitionings: createRecentPartitionings(limits.entries),
  }
  const requests = createRequestCounts(limits.entries)
  /** The user of a ClickHouse of one's own may not be allowed to keep anything. */
  let isAllowed = true
  return {
    cached(source, context) {
      const shape = partialShape(source)
      const key = shape && pivotKey(shape, context)
      const partitioning = key && state.partitionings.known(key, context.range, context.nowMs)
      if (shape === undefined || !key || !partitioning) return undefined
      const cached = state.entries.find(entryKey(key, partitioning, context.range))?.cached
      return cached && mergedFrom(source, { shape, partitioning, context }, cached, planRead(cached, partitioning))
    },
    isDue(source, context) {
      const shape = partialShape(source)
      return isAllowed && shape !== undefined && requests.of(pivotKey(shape, context)) === limits.minRequests - 1
    },
    async read(source, given, read) {
      if (!isAllowed) return undefined
      const context = { ...given, engine: given.engine.whole ?? given.engine }
      const shape = partialShape(source)
      if (shape === undefined) return undefined
      const key = pivotKey(shape, context)
      // One-off queries are not cached.
      if (requests.add(key) < limits.minRequests) return undefined
      const reading = { key, source, shape, context, read }
      try {
        const recent = await readRecent(state, reading)
        return recent === undefined ? await readRefreshed(state, reading) : recent.answer
      } catch (error) {
        if (isAccessDenied(error)) {
          isAllowed = false
          return undefined
        }
        // Nothing that lacks a shard is cached; the messages of the others are read.
        if (given.engine.whole !== undefined && isShardMissing(error)) return undefined
        throw error
      }
    },
  }
}

/** Counts requests by pivot, whatever their ranges; the least recently requested pivots are evicted. */
function createRequestCounts(maxPivots: number) {
  const counts = createBoundedMap<string, number>(maxPivots)
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    add(key: string): number {
      const count = of(key) + 1
      counts.set(key, count)
      return count
    },
  }
}

/**
 * Reads an entry that a similar request has refreshed recently, and checks at the same time whether it is still valid;
 * `undefined` if it is stale.
 */
async function readRecent<T>(state: CacheState, reading: PivotReading<T>): Promise<{ readonly answer: T } | undefined> {
  const { key, shape, context } = reading
  const { range } = context
  const recent = state.partitionings.find(key, range, context.nowMs)
  if (recent === undefined || !state.entries.has(entryKey(key, recent.partitioning, range))) return undefined
  const { partitioning } = recent
  const entry = state.entries.getOrCreate(entryKey(key, partitioning, range))
  const { cached } = entry
  if (cached === undefined) return undefined
  const plan = planRead(cached, partitioning)
  const countedRanges = rangesOf(plan.hits)
  if (countedRanges.length === 0 || countedRanges.length > MAX_COUNTED_RANGES) return undefined
  await using _lock = cached.table.acquire()
  const both = await Promise.all([
    storedMessages(context, [...countedRanges, ...(recent.isUncoveredCountDue ? [range] : [])]),
    reading.read(mergedFrom(reading.source, { shape, partitioning, context }, cached, plan)),
  ]).catch((error: unknown) => {
    if (!isTableLost(error)) throw error
  })
  if (both === undefined) return undefined
  const [stored, answer] = both
  const messages = sum(stored.counts.slice(0, countedRanges.length))
  if (messages !== plan.messages || !cached.indices.isSubsetOf(stored.indices)) {
    // Drop the recent partitioning: until the entry is refreshed, reading it would fail again.
    state.partitionings.delete(key)
    return undefined
  }
  const total = stored.counts.at(countedRanges.length) ?? messages
  if (recent.isOld || total - messages > state.limits.maxUncachedMessages) refreshInBackground(state, entry, reading)
  return { answer }
}

function refreshInBackground(state: CacheState, entry: CacheEntry, { key, shape, context }: PivotRequest): void {
  if (entry.isRefreshing) return
  entry.isRefreshing = true
  const signal = AbortSignal.timeout(BACKGROUND_REFRESH_TIMEOUT_MS)
  refresh(state, { key, shape, context: { ...context, signal } })
    .then((refreshed) => refreshed?.lock[Symbol.asyncDispose]())
    // The next caller gets the error.
    .catch(() => undefined)
    .finally(() => {
      entry.isRefreshing = false
    })
}

async function readRefreshed<T>(state: CacheState, reading: PivotReading<T>): Promise<T | undefined> {
  const refreshed = await refresh(state, reading)
  if (refreshed === undefined) return undefined
  const { entry, pivot, cached } = refreshed
  await using _lock = refreshed.lock
  try {
    return await reading.read(mergedFrom(reading.source, pivot, cached, planRead(cached, pivot.partitioning)))
  } catch (error) {
    if (!isTableLost(error)) throw error
    await clearEntry(entry)
    return undefined
  }
}
