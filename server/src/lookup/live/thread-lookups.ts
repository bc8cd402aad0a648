/**
 * The lookup tables of one thread. It follows snapshots of the main thread, reads shared tables by itself, has caches
 * of its own and asks the main thread for everything else.
 */
import type { Clock } from '../../platform/clock.ts'
import { isMemoryCache } from '../caches/cache-types.ts'
import { type CacheEntries, createMemoryCache, type MemoryCache } from '../caches/memory-cache.ts'
import { errorResult, isEmpty } from '../lookup-results.ts'
import type { LookupKey, LookupResult, LookupTable, LookupTables } from '../lookup-tables.ts'
import { createAnswersReader, type ReadAnswer } from '../shared-tables/answers-reader.ts'
import type { ValueChange } from '../values/change-value.ts'
import type {
  AdapterFigures,
  CacheFigures,
  FetchedAnswer,
  LiveAdapter,
  LiveCache,
  LiveTable,
  LookupFigures,
  LookupSnapshot,
} from './lookup-snapshot.ts'
import { createPendingAnswers, type PendingAnswers } from './pending-answers.ts'
import { createValueWriter, type WrittenValues } from './value-writer.ts'

export interface ThreadLookups extends LookupTables {
  apply(snapshot: LookupSnapshot): void
  /** Purges all keys of the adapter, or one. */
  purge(adapter: number, key: string | undefined, ignoresCase: boolean): void
  /** The main thread has made the changes up to this one. */
  written(write: number): void
  /** What lookups did since the last call; undefined if they did nothing. */
  takeFigures(): LookupFigures | undefined
}

export interface ThreadLookupsDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>
  readonly ask: (adapter: number, keys: readonly LookupKey[]) => Promise<readonly FetchedAnswer[]>
  /** Answers the number of the change; undefined if it has been made. */
  readonly write: (adapter: number, change: ValueChange) => number | undefined
  /** Called before each lookup: takes what the main thread has posted. */
  readonly follow: () => void
}

interface RunningAdapter {
  readonly live: LiveAdapter
  /** Absent if the main thread must be asked. */
  readonly read: ReadAnswer | undefined
  readonly pending: PendingAnswers
  readonly written: WrittenValues | undefined
  readonly figures: AdapterFigures
  /** The entries of this adapter in all caches. */
  readonly caches: Set<CacheEntries>
}

interface RunningCache {
  readonly live: LiveCache
  /** Absent for a cache of type `none`. */
  readonly memory: MemoryCache | undefined
  readonly figures: CacheFigures
}

interface State extends ThreadLookupsDeps {
  tables: Map<string, LookupTable>
  caches: Map<number, RunningCache>
  adapters: Map<number, RunningAdapter>
}

/** Reading the clock costs as much as a cached lookup. The first one after each report is timed. */
const TIMED_EVERY = 32
/** Beside the text itself. */
const RESULT_BYTES = 150

export function createThreadLookups(deps: ThreadLookupsDeps): ThreadLookups {
  const state: State = { ...deps, tables: new Map(), caches: new Map(), adapters: new Map() }
  return {
    find(name) {
      state.follow()
      return state.tables.get(name)
    },
    apply(snapshot) {
      const before = state.adapters
      state.caches = new Map(snapshot.caches.map((live) => [live.number, runCache(state, live)]))
      state.adapters = new Map(snapshot.adapters.map((live) => [live.number, runAdapter(state, live)]))
      for (const { caches } of state.adapters.values()) caches.clear()
      for (const number of before.keys()) {
        if (!state.adapters.has(number)) for (const { memory } of state.caches.values()) memory?.removeAdapter(number)
      }
      state.tables = new Map(snapshot.tables.flatMap((live) => runTable(state, live) ?? []))
    },
    purge(number, key, ignoresCase) {
      const adapter = state.adapters.get(number)
      if (adapter === undefined) return
      if (key === undefined) for (const { memory } of state.caches.values()) memory?.purge(number)
      else for (const entries of adapter.caches) purgeKey(entries, key, ignoresCase)
    },
    written(write) {
      for (const { written } of state.adapters.values()) written?.done(write)
    },
    takeFigures: () => takeFigures(state),
  }
}

function purgeKey(entries: CacheEntries, key: string, ignoresCase: boolean): void {
  for (const one of sameKeys(key)) entries.delete(one)
  if (ignoresCase) entries.deleteIgnoringCase(key.toLowerCase())
}

/** Keys of all types that have this text. */
function sameKeys(text: string): readonly LookupKey[] {
  if (text === 'true' || text === 'false') return [text, text === 'true']
  const number = Number(text)
  if (text.trim() === '' || String(number) !== text) return /^-?\d{16,}$/.test(text) ? [text, BigInt(text)] : [text]
  return Number.isInteger(number) ? [text, number, BigInt(number)] : [text, number]
}

const newCacheFigures = (): CacheFigures => ({ requests: 0, hits: 0, misses: 0, timings: 0, lookupMs: 0, entries: 0 })
const newAdapterFigures = (): AdapterFigures => ({ requests: 0, timings: 0, requestMs: 0 })

function runCache({ caches, clock }: State, live: LiveCache): RunningCache {
  const known = caches.get(live.number)
  if (known !== undefined) return known
  const { config } = live
  const memory = isMemoryCache(config) ? createMemoryCache(config, clock.monotonicMs) : undefined
  return { live, memory, figures: newCacheFigures() }
}

function runAdapter(state: State, live: LiveAdapter): RunningAdapter {
  const known = state.adapters.get(live.number)
  if (known?.live.version === live.version) return known
  const nowMs = () => state.clock.now().getTime()
  const failed = errorResult(live.errorTtlMs)
  const read = readerOf(live, nowMs, failed)
  const caches = known?.caches ?? new Set<CacheEntries>()
  const pending =
    known?.pending ??
    createPendingAnswers({
      nowMs: state.clock.monotonicMs,
      errorTtlMs: live.errorTtlMs,
      ask: (keys) => state.ask(live.number, keys),
      answered(key, { result, bytes }) {
        for (const entries of caches) entries.put(key, result, bytes)
      },
    })
  const written =
    live.isWritable && read !== undefined
      ? createValueWriter({ known: known?.written, read, write: (change) => state.write(live.number, change) })
      : undefined
  return { live, read: written?.read ?? read, pending, written, figures: known?.figures ?? newAdapterFigures(), caches }
}

function readerOf({ answers }: LiveAdapter, nowMs: () => number, failed: LookupResult): ReadAnswer | undefined {
  if (answers.from === 'memory') return createAnswersReader(answers.answers, nowMs)
  return answers.from === 'failed' ? () => failed : undefined
}

/** Undefined if the table has no live adapter or cache. */
function runTable(state: State, live: LiveTable): readonly (readonly [string, LookupTable])[] | undefined {
  const adapter = state.adapters.values().find((candidate) => candidate.live.id === live.adapterId)
  const cache = state.caches.values().find((candidate) => candidate.live.id === live.cacheId)
  if (adapter === undefined || cache === undefined) return undefined
  const entries = cache.memory?.entriesOf(adapter.live.number)
  if (entries !== undefined) adapter.caches.add(entries)
  const table = { state, live, adapter, cache, entries }
  const { written } = adapter
  const purge = (key: string) => {
    for (const one of adapter.caches) purgeKey(one, key, adapter.live.isWritable)
  }
  return [[live.name, { lookUp: (key) => lookUp(table, key), writer: written?.writerOf(purge) }]]
}

interface RunningTable {
  readonly state: State
  readonly live: LiveTable
  readonly adapter: RunningAdapter
  readonly cache: RunningCache
  readonly entries: CacheEntries | undefined
}

function lookUp(table: RunningTable, key: LookupKey): ReturnType<LookupTable['lookUp']> {
  const { state, cache, live } = table
  state.follow()
  const { figures } = cache
  figures.requests += 1
  const isTimed = figures.requests % TIMED_EVERY === 1
  const startedAtMs = isTimed ? state.clock.monotonicMs() : 0
  const found = findResult(table, key)
  if (!('hasError' in found)) {
    // It is counted, and timed, when it comes back.
    figures.requests -= 1
    return found
  }
  if (isTimed) {
    figures.timings += 1
    figures.lookupMs += state.clock.monotonicMs() - startedAtMs
  }
  return isEmpty(found) ? live.defaults : found
}

function findResult({ state, adapter, cache, entries }: RunningTable, key: LookupKey) {
  const { figures } = cache
  const taken = adapter.pending.take(key)
  if (taken !== undefined) {
    figures.misses += 1
    return taken
  }
  const cached = entries?.get(key)
  if (cached !== undefined) {
    figures.hits += 1
    return cached
  }
  if (adapter.read === undefined) return adapter.pending.note(key)
  figures.misses += 1
  const result = readTimed(state, adapter, adapter.read, key)
  entries?.put(key, result, bytesOf(result))
  return result
}

function readTimed({ clock }: State, { figures }: RunningAdapter, read: ReadAnswer, key: LookupKey): LookupResult {
  figures.requests += 1
  if (figures.requests % TIMED_EVERY !== 1) return read(key)
  const startedAtMs = clock.monotonicMs()
  const result = read(key)
  figures.timings += 1
  figures.requestMs += clock.monotonicMs() - startedAtMs
  return result
}

/** About. */
function bytesOf({ singleValue, multiValue, stringListValue }: LookupResult): number {
  const text = typeof singleValue === 'string' ? singleValue.length * 2 : 0
  const list = stringListValue?.reduce((sum, { length }) => sum + length * 2 + 16, 0) ?? 0
  const isSingle = multiValue === null || (singleValue !== null && multiValue['value'] === singleValue)
  return RESULT_BYTES + text + list + (isSingle ? 0 : JSON.stringify(multiValue).length * 2)
}

function takeFigures({ caches, adapters }: State): LookupFigures | undefined {
  const movedCaches = new Map<number, CacheFigures>()
  for (const [number, { figures, memory }] of caches) {
    const entries = memory?.size ?? 0
    if (figures.requests === 0 && figures.entries === entries) continue
    movedCaches.set(number, { ...figures, entries })
    Object.assign(figures, newCacheFigures(), { entries })
  }
  const movedAdapters = new Map<number, AdapterFigures>()
  for (const [number, { figures }] of adapters) {
    if (figures.requests === 0) continue
    movedAdapters.set(number, { ...figures })
    Object.assign(figures, newAdapterFigures())
  }
  if (movedCaches.size === 0 && movedAdapters.size === 0) return undefined
  return { caches: movedCaches, adapters: movedAdapters }
}
