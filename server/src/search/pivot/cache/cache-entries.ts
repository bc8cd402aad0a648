/** The entries of the pivot cache, limited by number and by the size of their tables. */
import type { CachedPartitions, Counts } from './cached-partitions.ts'

export interface CacheEntry {
  cached: CachedPartitions | undefined
  /** Messages in the partitions that are not cached because they keep changing. */
  changing: Counts
  /** A refresh is running in the background. */
  isRefreshing: boolean
  /** The pivot has too many groups to be cached. */
  isTooLarge: boolean
  /** Evicted. A table still being built for it is dropped when its caller finishes. */
  isEvicted: boolean
  /** Settles after the last refresh in the queue. */
  queue: Promise<unknown>
}

export type CacheEntries = ReturnType<typeof createCacheEntries>

export function createCacheEntries(limits: { readonly bytes: number; readonly entries: number }) {
  /** Entries in LRU order, the most recent last. Evicting also drops tables: limits are enforced in `makeRoomFor`. */
  const entries = new Map<string, CacheEntry>()
  const hasTooMany = () => entries.size > limits.entries
  return {
    has: (key: string) => entries.has(key),
    find: (key: string) => entries.get(key),
    /** Makes it the most recently used. */
    getOrCreate(key: string) {
      const entry = entries.get(key) ?? newEntry()
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    hasTooMany,
    /** Evicts least recently used entries until the limits are met, but never `newest`. */
    async makeRoomFor(newest: CacheEntry) {
      let bytes = entries.values().reduce((sum, { cached }) => sum + (cached?.table.bytes ?? 0), 0)
      for (const [key, entry] of entries) {
        if ((bytes <= limits.bytes && !hasTooMany()) || entry === newest) return
        if (hasTooMany()) {
          entries.delete(key)
          entry.isEvicted = true
        }
        bytes -= entry.cached?.table.bytes ?? 0
        await clearEntry(entry)
      }
    },
  }
}

const newEntry = (): CacheEntry => ({
  cached: undefined,
  changing: new Map(),
  isRefreshing: false,
  isTooLarge: false,
  isEvicted: false,
  queue: Promise.resolve(),
})

export async function clearEntry(entry: CacheEntry): Promise<void> {
  const { cached } = entry
  entry.cached = undefined
  await cached?.table.drop()
}
