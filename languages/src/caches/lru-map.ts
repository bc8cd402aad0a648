import { type BoundedMap, createBoundedMap } from './bounded-map.ts'

/** A bounded map that evicts the entry that was least recently used: reading a key makes it the newest as well. */
export function createLruMap<K, V>(limit: number): BoundedMap<K, V> {
  const entries = createBoundedMap<K, V>(limit)
  return {
    ...entries,
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) entries.set(key, value)
      return value
    },
  }
}
