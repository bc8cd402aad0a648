/** The live tables as they are posted to every thread: plain data and shared memory. */
import type { CacheConfig } from '@logyard/contract/lookup/cache-configs'
import type { LookupKey, LookupResult } from '../lookup-tables.ts'
import type { SharedAnswers } from '../shared-tables/shared-answers.ts'
import type { ValueChange } from '../values/change-value.ts'

export interface LookupSnapshot {
  readonly tables: readonly LiveTable[]
  readonly caches: readonly LiveCache[]
  readonly adapters: readonly LiveAdapter[]
}

export interface LiveTable {
  readonly name: string
  readonly cacheId: string
  readonly adapterId: string
  /** The result for keys without a value. */
  readonly defaults: LookupResult
}

/** A cache that was saved again is a new instance, with another number, and empty. */
export interface LiveCache {
  readonly id: string
  readonly number: number
  readonly config: CacheConfig
}

export interface LiveAdapter {
  readonly id: string
  readonly number: number
  /** Grows with each change of the answers. */
  readonly version: number
  readonly answers: LiveAnswers
  readonly errorTtlMs: number
  /** Its values can be changed by rules. */
  readonly isWritable: boolean
}

/** How a thread gets the values: from shared memory, or from the main thread; `failed` if there are none. */
export type LiveAnswers =
  | { readonly from: 'memory'; readonly answers: SharedAnswers }
  | { readonly from: 'main-thread' }
  | { readonly from: 'failed' }

export type ToThread =
  | { readonly kind: 'snapshot'; readonly snapshot: LookupSnapshot }
  | {
      readonly kind: 'purge'
      readonly adapter: number
      readonly key: string | undefined
      readonly ignoresCase: boolean
    }
  | { readonly kind: 'answers'; readonly ask: number; readonly answers: readonly FetchedAnswer[] }
  | { readonly kind: 'written'; readonly write: number }

export type FromThread =
  | { readonly kind: 'ask'; readonly ask: number; readonly adapter: number; readonly keys: readonly LookupKey[] }
  | { readonly kind: 'figures'; readonly figures: LookupFigures }
  | { readonly kind: 'write'; readonly write: number; readonly adapter: number; readonly change: ValueChange }

/** One answer; answers are in the order of the keys. */
export interface FetchedAnswer {
  readonly result: LookupResult
  readonly bytes: number
}

/** What lookups of a thread did since its last report, by number of cache and adapter. */
export interface LookupFigures {
  readonly caches: ReadonlyMap<number, CacheFigures>
  readonly adapters: ReadonlyMap<number, AdapterFigures>
}

export interface CacheFigures {
  requests: number
  hits: number
  misses: number
  /** Number of the lookups that were timed. */
  timings: number
  lookupMs: number
  /** Now, not since the last report. */
  entries: number
}

export interface AdapterFigures {
  requests: number
  timings: number
  requestMs: number
}
