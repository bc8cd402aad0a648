/** Recent partitionings of ranges, reused for similar ranges so that the time of stored messages is not looked up again. */
import { createLruMap } from '@logyard/languages/caches/lru-map'
import type { InstantRange } from '../../scope/message-scope.ts'
import { type Partitioning, partitionRange } from './partitions.ts'

export interface RecentPartitionings {
  /** Partitions the range with the stored time that was found for a recent, similar range. */
  find(key: string, range: InstantRange, nowMs: number): RecentPartitioning | undefined
  /** The same for a look at what is cached, which does not count as a request. */
  known(key: string, range: InstantRange, nowMs: number): Partitioning | undefined
  /** `stored` is the time from the first to the last stored message in the range. */
  add(key: string, range: InstantRange, stored: InstantRange, partitioning: Partitioning, nowMs: number): void
  /** Nothing is found for the key until `add` is called again. */
  delete(key: string): void
}

interface RecentPartitioning {
  readonly partitioning: Partitioning
  /** Messages that came since are in no partition: it should be renewed. */
  readonly isOld: boolean
  /** The count of messages outside all partitions is due for a refresh. */
  readonly isUncoveredCountDue: boolean
}

interface Entry {
  readonly range: InstantRange
  readonly stored: InstantRange
  readonly longestMs: number
  readonly createdAtMs: number
  uncoveredCountedAtMs: number
}

const OLD_AFTER_MS = 30_000
/** Each count takes some milliseconds. */
const COUNT_UNCOVERED_EVERY_MS = 5000
/** After that time more messages might be outside of partitions than in them. */
const TTL_MS = 120_000
/** Enough for a period and the previous period, with several different ranges each. */
const MAX_PER_KEY = 8

export function createRecentPartitionings(maxKeys: number): RecentPartitionings {
  /** The entries of a key are in the order in which they were added, the most recent last. */
  const byKey = createLruMap<string, readonly Entry[]>(maxKeys)
  function known(key: string, range: InstantRange, nowMs: number) {
    const entry = byKey.get(key)?.findLast((candidate) => isSimilar(candidate, range, nowMs))
    const partitioning = entry && partitionRange(range, entry.stored, nowMs)
    return entry === undefined || partitioning === undefined ? undefined : { entry, partitioning }
  }
  return {
    known: (key, range, nowMs) => known(key, range, nowMs)?.partitioning,
    find(key, range, nowMs) {
      const found = known(key, range, nowMs)
      if (found === undefined) return undefined
      const { entry, partitioning } = found
      const isUncoveredCountDue = Math.abs(nowMs - entry.uncoveredCountedAtMs) >= COUNT_UNCOVERED_EVERY_MS
      if (isUncoveredCountDue) entry.uncoveredCountedAtMs = nowMs
      return { partitioning, isOld: Math.abs(nowMs - entry.createdAtMs) >= OLD_AFTER_MS, isUncoveredCountDue }
    },
    add(key, range, stored, { longestMs }, nowMs) {
      const entry = { range, stored, longestMs, createdAtMs: nowMs, uncoveredCountedAtMs: nowMs }
      byKey.set(key, [...(byKey.get(key) ?? []), entry].slice(-MAX_PER_KEY))
    },
    delete: byKey.delete,
  }
}

const isSimilar = ({ range, longestMs, createdAtMs }: Entry, requested: InstantRange, nowMs: number): boolean =>
  Math.abs(nowMs - createdAtMs) < TTL_MS &&
  Math.abs(requested.fromMs - range.fromMs) <= longestMs &&
  Math.abs(requested.toMs - range.toMs) <= longestMs
