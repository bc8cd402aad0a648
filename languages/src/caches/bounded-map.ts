/** A map of at most `limit` entries: setting a key makes it the newest, and the oldest entries are evicted. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): void
}

export function createBoundedMap<K, V>(limit: number): BoundedMap<K, V> {
  const entries = new Map<K, V>()
  // One iterator for many evictions: a new one would step over every deleted entry at the front of the map again. But
  // an iterator that does not move keeps every table in memory that the map has replaced since, so it is renewed.
  let oldestFirst = entries.keys()
  let setsSinceRenewal = 0

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
      setsSinceRenewal += 1
      if (setsSinceRenewal > entries.size) {
        oldestFirst = entries.keys()
        setsSinceRenewal = 0
      }
      if (entries.size > limit) evictOldest()
    },
    delete: (key) => void entries.delete(key),
  }
}
