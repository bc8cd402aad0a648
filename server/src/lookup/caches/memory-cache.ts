/**
 * The results of lookups that one thread has cached: bounded in number and memory, least recently used ones are evicted
 * first. A result lives as long as it says itself, else as long as the cache says. Each read starts its life again if
 * the cache is configured so.
 */
import type { MemoryCacheConfig } from '@logyard/contract/lookup/cache-configs'
import { durationMs } from '../duration-ms.ts'
import type { LookupKey, LookupResult } from '../lookup-tables.ts'

export type MemoryCache = ReturnType<typeof createMemoryCache>

export interface CacheEntries {
  get(key: LookupKey): LookupResult | undefined
  /** `bytes` is about the size of the result. */
  put(key: LookupKey, result: LookupResult, bytes: number): void
  delete(key: LookupKey): void
  /** Deletes all texts that are this one in lower case. */
  deleteIgnoringCase(lowerCase: string): void
}

interface Entry {
  readonly key: LookupKey
  readonly of: Map<LookupKey, Entry>
  result: LookupResult
  bytes: number
  expiresAtMs: number
  newer: Entry | undefined
  older: Entry | undefined
}

/** Entries in one thread, whatever the configuration says. */
const MAX_ENTRIES = 1_000_000
const MAX_BYTES = 64 * 2 ** 20
/** What an entry needs besides its key and its result. */
const ENTRY_BYTES = 200
/** Results under longer keys are not cached. */
const MAX_CACHED_KEY = 4096

interface AdapterEntries {
  readonly map: Map<LookupKey, Entry>
  readonly entries: CacheEntries
}

interface State {
  readonly maxEntries: number
  /** Undefined if reads do not change the life of a result. */
  readonly accessMs: number | undefined
  readonly writeMs: number | undefined
  readonly nowMs: () => number
  readonly byAdapter: Map<number, AdapterEntries>
  newest: Entry | undefined
  oldest: Entry | undefined
  size: number
  bytes: number
}

export function createMemoryCache(config: MemoryCacheConfig, nowMs: () => number) {
  const state: State = {
    maxEntries: Math.min(Math.max(config.max_size, 0), MAX_ENTRIES),
    accessMs: lifeOf(config.expire_after_access, config.expire_after_access_unit),
    writeMs: lifeOf(config.expire_after_write, config.expire_after_write_unit),
    nowMs,
    byAdapter: new Map(),
    newest: undefined,
    oldest: undefined,
    size: 0,
    bytes: 0,
  }
  const purge = (adapter: number) => {
    for (const entry of [...(state.byAdapter.get(adapter)?.map.values() ?? [])]) remove(state, entry)
  }
  return {
    /** The cached results of one adapter. Caches may be shared, and keys of different adapters are different. */
    entriesOf: (adapter: number) => state.byAdapter.getOrInsertComputed(adapter, () => createEntries(state)).entries,
    purge,
    /** Removes all results of the adapter, which is not used any more. */
    removeAdapter(adapter: number) {
      purge(adapter)
      state.byAdapter.delete(adapter)
    },
    get size() {
      return state.size
    },
  }
}

function createEntries(state: State): AdapterEntries {
  const map = new Map<LookupKey, Entry>()
  const entries: CacheEntries = {
    get: (key) => read(state, map, key),
    put: (key, result, bytes) => put(state, map, key, result, bytes),
    delete: (key) => remove(state, map.get(key)),
    deleteIgnoringCase(lowerCase) {
      for (const entry of [...map.values()]) {
        if (typeof entry.key === 'string' && entry.key.toLowerCase() === lowerCase) remove(state, entry)
      }
    },
  }
  return { map, entries }
}

const lifeOf = (amount: number, unit: MemoryCacheConfig['expire_after_write_unit']): number | undefined =>
  amount > 0 ? durationMs(amount, unit ?? 'SECONDS') : undefined

function read(state: State, entries: Map<LookupKey, Entry>, key: LookupKey): LookupResult | undefined {
  const entry = entries.get(key)
  if (entry === undefined) return undefined
  const nowMs = state.nowMs()
  if (entry.expiresAtMs <= nowMs) {
    remove(state, entry)
    return undefined
  }
  if (state.accessMs !== undefined) entry.expiresAtMs = nowMs + state.accessMs
  if (state.newest !== entry) {
    unlink(state, entry)
    link(state, entry)
  }
  return entry.result
}

function put(
  state: State,
  entries: Map<LookupKey, Entry>,
  key: LookupKey,
  result: LookupResult,
  resultBytes: number,
): void {
  remove(state, entries.get(key))
  const keyBytes = typeof key === 'string' ? key.length * 2 : 8
  const bytes = ENTRY_BYTES + keyBytes + resultBytes
  if (state.maxEntries === 0 || keyBytes > MAX_CACHED_KEY * 2 || bytes > MAX_BYTES) return
  const lifeMs = Number.isFinite(result.ttlMs) ? result.ttlMs : (state.writeMs ?? Number.POSITIVE_INFINITY)
  const expiresAtMs = state.nowMs() + lifeMs
  const entry: Entry = { key, of: entries, result, bytes, expiresAtMs, newer: undefined, older: undefined }
  entries.set(key, entry)
  link(state, entry)
  state.size += 1
  state.bytes += bytes
  while (state.size > state.maxEntries || state.bytes > MAX_BYTES) remove(state, state.oldest)
}

function remove(state: State, entry: Entry | undefined): void {
  if (entry === undefined) return
  entry.of.delete(entry.key)
  unlink(state, entry)
  state.size -= 1
  state.bytes -= entry.bytes
}

function link(state: State, entry: Entry): void {
  entry.older = state.newest
  entry.newer = undefined
  if (state.newest !== undefined) state.newest.newer = entry
  state.newest = entry
  state.oldest ??= entry
}

function unlink(state: State, entry: Entry): void {
  if (entry.newer === undefined) state.newest = entry.older
  else entry.newer.older = entry.older
  if (entry.older === undefined) state.oldest = entry.newer
  else entry.older.newer = entry.newer
  entry.newer = undefined
  entry.older = undefined
}
