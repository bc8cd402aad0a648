import type { Clock } from '../../platform/clock.ts'

/** The same figures are read again after this time. */
const CACHE_MS = 5000
const MAX_CACHED = 200

/** Shares results under a key for some seconds. The key contains everything that decides what the caller may read. */
export function createShortCache<Result>(clock: Pick<Clock, 'monotonicMs'>) {
  const entries = new Map<string, { readonly sinceMs: number; readonly result: Promise<Result> }>()
  return (key: string, read: () => Promise<Result>): Promise<Result> => {
    const sinceMs = clock.monotonicMs()
    for (const [known, entry] of entries)
      if (sinceMs - entry.sinceMs > CACHE_MS || entries.size >= MAX_CACHED) entries.delete(known)
    const found = entries.get(key)
    if (found !== undefined) return found.result
    const result = read()
    entries.set(key, { sinceMs, result })
    return result
  }
}
