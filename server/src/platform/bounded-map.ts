/** A map of at most `limit` entries: setting a key makes it the newest, and the oldest entries are evicted. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): void
}

export function createBoundedMap<K, V>(limit: number): BoundedMap<K, V> {
  const entries = new Map<K, V>()
  // One iterator for all evictions: a new one would step over every deleted entry at the front of the map again.
  let oldestFirst = entries.keys()

  function evictOldest(): void {
    let oldest = oldestFirst.next()
    if (oldest.done) {
      oldestFirst = entries.keys()
      oldest = oldestFirst.next()
    }
    if (!oldest.done) entries.delete(oldest.value)
  }

  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > limit) evictOldest()
    },
    delete: (key) => void entries.delete(key),
  }
}
