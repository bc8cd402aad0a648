/** The metrics of caches and data adapters, summed over threads. */
import type { LookupCache } from '@logyard/contract/lookup/lookup-caches'
import type { Metrics } from '../../metrics/metrics.ts'
import { isMemoryCache } from '../caches/cache-types.ts'
import type { CacheFigures, LookupFigures } from './lookup-snapshot.ts'

export type LookupMetrics = ReturnType<typeof createLookupMetrics>

const CACHES = 'org.graylog2.lookup.caches'
/** As the Graylog API has it: such a cache has no entries. */
const NOT_COUNTED = -1
const ADAPTERS = 'org.graylog2.lookup.adapters'

export function createLookupMetrics(
  metrics: Metrics,
  ids: {
    readonly cacheId: (number: number) => string | undefined
    readonly adapterId: (number: number) => string | undefined
  },
) {
  /** Entries by cache id and thread. */
  const entries = new Map<string, Map<number, number>>()

  function addCacheFigures(thread: number, id: string, figures: CacheFigures): void {
    metrics.meter(`${CACHES}.${id}.requests`).mark(figures.requests)
    metrics.meter(`${CACHES}.${id}.hits`).mark(figures.hits)
    metrics.meter(`${CACHES}.${id}.misses`).mark(figures.misses)
    if (figures.timings > 0) {
      metrics.timer(`${CACHES}.${id}.lookupTime`).update(figures.lookupMs / figures.timings, figures.requests)
    }
    entries.get(id)?.set(thread, figures.entries)
  }

  return {
    adapterTimers: (id: string) => adapterTimers(metrics, id),
    addCache({ id, config }: LookupCache) {
      const byThread = entries.getOrInsertComputed(id, () => new Map())
      for (const name of ['requests', 'hits', 'misses']) metrics.meter(`${CACHES}.${id}.${name}`)
      metrics.timer(`${CACHES}.${id}.lookupTime`)
      const count = () => byThread.values().reduce((sum, ofThread) => sum + ofThread, 0)
      metrics.gauge(`${CACHES}.${id}.entries`, isMemoryCache(config) ? count : () => NOT_COUNTED)
    },
    removeAdapter: (id: string) => metrics.remove(`${ADAPTERS}.${id}.`),
    removeCache(id: string) {
      entries.delete(id)
      metrics.remove(`${CACHES}.${id}.`)
    },
    /** Adds the counts of a thread's lookups. */
    add(thread: number, { caches, adapters }: LookupFigures) {
      for (const [number, figures] of caches) {
        const id = ids.cacheId(number)
        if (id !== undefined) addCacheFigures(thread, id, figures)
      }
      for (const [number, { requests, timings, requestMs }] of adapters) {
        const id = ids.adapterId(number)
        if (id === undefined) continue
        metrics.timer(`${ADAPTERS}.${id}.requests`).update(requestMs / timings, requests)
      }
    },
    /** The thread has ended. */
    forget(thread: number) {
      for (const byThread of entries.values()) byThread.delete(thread)
    },
  }
}

const adapterTimers = (metrics: Metrics, id: string) => ({
  requests: metrics.timer(`${ADAPTERS}.${id}.requests`),
  refresh: metrics.timer(`${ADAPTERS}.${id}.refresh`),
})
