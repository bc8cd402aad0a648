/**
 * The live tables: runs the stored adapters and caches, gives every thread a snapshot of them, and answers the threads.
 * An adapter or cache that was saved is started again: its tables use the new instance, then the old one stops.
 */
import { isDeepStrictEqual } from 'node:util'
import type { DataAdapter } from '@logyard/contract/lookup/data-adapters'
import type { LookupCache } from '@logyard/contract/lookup/lookup-caches'
import type { LookupTable as TableDocument } from '@logyard/contract/lookup/lookup-tables'
import type { Metrics } from '../../metrics/metrics.ts'
import { createMutex } from '../../platform/mutex.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import type { AdapterDeps } from '../adapters/adapter.ts'
import { findAdapterType } from '../adapters/adapter-types.ts'
import { findCacheProblem } from '../caches/cache-types.ts'
import { ERROR_TTL_MS, errorResult } from '../lookup-results.ts'
import { adapterOf, type LookupStores } from '../lookup-stores.ts'
import type { LookupKey } from '../lookup-tables.ts'
import { defaultResult } from '../table-defaults.ts'
import type { ValueChange } from '../values/change-value.ts'
import { type AdapterRunner, startAdapterRunner } from './adapter-runner.ts'
import { createLookupMetrics, type LookupMetrics } from './lookup-metrics.ts'
import type { FetchedAnswer, FromThread, LookupSnapshot, ToThread } from './lookup-snapshot.ts'
import { createLookupThreads, type LookupThreads } from './lookup-threads.ts'
import { createThreadLookups, type ThreadLookups } from './thread-lookups.ts'

export type LookupRegistry = Awaited<ReturnType<typeof createLookupRegistry>>

export interface LookupRegistryDeps extends AdapterDeps {
  readonly stores: LookupStores
  readonly metrics: Metrics
}

export interface LiveAdapterObject {
  readonly stored: DataAdapter
  readonly runner: AdapterRunner
}

export interface LiveCacheObject {
  readonly stored: LookupCache
  readonly number: number
  readonly problem: string | undefined
}

/** How long a saved adapter may load before its tables use it. */
const LOAD_WAIT_MS = 5000
const MAIN_THREAD = 0
const REPORT_MS = 1000

interface State extends LookupRegistryDeps {
  readonly lookups: ThreadLookups
  readonly threads: LookupThreads
  readonly figures: LookupMetrics
  tables: readonly TableDocument[]
  readonly caches: Map<string, LiveCacheObject>
  readonly adapters: Map<string, LiveAdapterObject>
  /** Ids by number, also of instances that were replaced: threads may still ask them. */
  readonly cacheIds: Map<number, string>
  readonly adapterIds: Map<number, string>
  lastNumber: number
  isClosing: boolean
}

export async function createLookupRegistry(deps: LookupRegistryDeps) {
  const state = createState(deps)
  const turns = createMutex()
  const reporter = deps.clock.every(REPORT_MS, () => {
    const figures = state.lookups.takeFigures()
    if (figures !== undefined) state.figures.add(MAIN_THREAD, figures)
  })
  /** Resolves once the live objects match the stored ones. The object of `savedId` is started again in any case. */
  const follow = (savedId?: string) => turns(() => followStored(state, savedId))
  await follow()
  return {
    follow,
    connect: () => state.threads.connect([{ kind: 'snapshot', snapshot: snapshotOf(state) }]),
    /** The tables of the main thread. */
    lookups: state.lookups,
    tables: () => state.tables.filter((table) => isLive(state, table)),
    adapter: (name: string) => state.adapters.values().find(({ stored }) => stored.name === name),
    cache: (name: string) => state.caches.values().find(({ stored }) => stored.name === name),
    adapterById: (id: string) => state.adapters.get(id),
    cacheById: (id: string) => state.caches.get(id),
    /** Purges one key of the adapter, or all. */
    purge: (adapterId: string, key: string | undefined) => purge(state, adapterId, key),
    async [Symbol.asyncDispose]() {
      state.isClosing = true
      reporter[Symbol.dispose]()
      await turns(async () => undefined)
      await Promise.all(Array.from(state.adapters.values(), ({ runner }) => runner[Symbol.asyncDispose]()))
    },
  }
}

function createState(deps: LookupRegistryDeps): State {
  const cacheIds = new Map<number, string>()
  const adapterIds = new Map<number, string>()
  const figures = createLookupMetrics(deps.metrics, {
    cacheId: (number) => cacheIds.get(number),
    adapterId: (number) => adapterIds.get(number),
  })
  const lookups = createThreadLookups({
    clock: deps.clock,
    ask: (number, keys) => answerAll(state, number, keys),
    write: (number, change) => {
      changeValue(state, number, change)
      return undefined
    },
    follow: () => undefined,
  })
  const threads = createLookupThreads({
    received: (thread, message, post) => receive(state, thread, message, post),
    ended: figures.forget,
  })
  const state: State = {
    ...deps,
    lookups,
    threads,
    figures,
    tables: [],
    caches: new Map(),
    adapters: new Map(),
    cacheIds,
    adapterIds,
    lastNumber: 0,
    isClosing: false,
  }
  return state
}

const isLive = ({ adapters, caches }: State, table: TableDocument) =>
  adapters.has(table.data_adapter_id) && caches.has(table.cache_id)

function snapshotOf(state: State): LookupSnapshot {
  const { tables, caches, adapters } = state
  return {
    tables: tables
      .filter((table) => isLive(state, table))
      .map((table) => ({
        name: table.name,
        cacheId: table.cache_id,
        adapterId: table.data_adapter_id,
        defaults: defaultResult(table),
      })),
    caches: Array.from(caches.values(), ({ stored, number }) => ({ id: stored.id, number, config: stored.config })),
    adapters: Array.from(adapters.values(), ({ runner }) => runner.live()),
  }
}

function publish(state: State): void {
  const snapshot = snapshotOf(state)
  state.lookups.apply(snapshot)
  state.threads.post({ kind: 'snapshot', snapshot })
}

async function followStored(state: State, savedId: string | undefined): Promise<void> {
  if (state.isClosing) return
  const { stores } = state
  const [tables, caches, adapters] = await Promise.all([
    stores.tables.list(),
    stores.caches.list(),
    stores.adapters.list(),
  ])
  const started = await startAdapters(state, adapters.map(adapterOf), savedId)
  state.tables = tables
  followCaches(state, caches, savedId)
  const stopped = replaceAdapters(state, started, new Set(adapters.map(({ id }) => id)))
  publish(state)
  await Promise.all(stopped.map(({ runner }) => runner[Symbol.asyncDispose]()))
  const deleted = stopped.filter(({ stored, runner }) => isWritable(runner) && !state.adapters.has(stored.id))
  await Promise.all(deleted.map(({ stored }) => state.valueTables.drop(stored.id)))
}

const isWritable = ({ adapter }: AdapterRunner) => adapter.kind === 'sharing' && adapter.values !== undefined

/** Starts what is new or changed, and waits until it has its data: until then tables use the old one. */
async function startAdapters(
  state: State,
  stored: readonly DataAdapter[],
  savedId: string | undefined,
): Promise<readonly LiveAdapterObject[]> {
  const started = stored
    .filter((one) => one.id === savedId || !isDeepStrictEqual(one, state.adapters.get(one.id)?.stored))
    .map((one) => ({ stored: one, runner: startAdapter(state, one) }))
  const loaded = Promise.all(started.map(({ runner }) => runner.loaded))
  await unlessAborted(loaded, AbortSignal.timeout(LOAD_WAIT_MS)).catch(() => undefined)
  return started
}

function startAdapter(state: State, stored: DataAdapter): AdapterRunner {
  state.lastNumber += 1
  const number = state.lastNumber
  state.adapterIds.set(number, stored.id)
  const isCurrent = () => state.adapters.get(stored.id)?.runner.number === number
  return startAdapterRunner({
    ...state,
    number,
    stored,
    type: findAdapterType(stored.config.type),
    timers: state.figures.adapterTimers(stored.id),
    onChange() {
      if (!isCurrent()) return
      publish(state)
      purge(state, stored.id, undefined)
    },
    onKeyChange(key) {
      if (isCurrent()) purge(state, stored.id, key)
    },
  })
}

/** Returns the runners that are not used any more. */
function replaceAdapters(
  state: State,
  started: readonly LiveAdapterObject[],
  storedIds: ReadonlySet<string>,
): readonly LiveAdapterObject[] {
  const { adapters, figures } = state
  const stopped: LiveAdapterObject[] = []
  for (const one of started) {
    const before = adapters.get(one.stored.id)
    if (before !== undefined) stopped.push(before)
    adapters.set(one.stored.id, one)
  }
  for (const [id, one] of adapters) {
    if (storedIds.has(id)) continue
    adapters.delete(id)
    figures.removeAdapter(id)
    stopped.push(one)
  }
  return stopped
}

function followCaches(state: State, stored: readonly LookupCache[], savedId: string | undefined): void {
  const { caches, figures, cacheIds } = state
  for (const one of stored) {
    if (one.id !== savedId && isDeepStrictEqual(one, caches.get(one.id)?.stored)) continue
    state.lastNumber += 1
    caches.set(one.id, { stored: one, number: state.lastNumber, problem: findCacheProblem(one.config) })
    cacheIds.set(state.lastNumber, one.id)
    figures.addCache(one)
  }
  const ids = new Set(stored.map(({ id }) => id))
  for (const id of caches.keys()) {
    if (ids.has(id)) continue
    caches.delete(id)
    figures.removeCache(id)
  }
}

function purge(state: State, adapterId: string, key: string | undefined): void {
  const live = state.adapters.get(adapterId)?.runner.live()
  if (live === undefined) return
  const { answers } = live
  const ignoresCase =
    answers.from === 'memory' && answers.answers.kind === 'table' && answers.answers.keys === 'ignore-case'
  state.lookups.purge(live.number, key, ignoresCase)
  state.threads.post({ kind: 'purge', adapter: live.number, key, ignoresCase })
}

function receive(state: State, thread: number, message: FromThread, post: (message: ToThread) => void): void {
  switch (message.kind) {
    case 'figures':
      state.figures.add(thread, message.figures)
      break
    case 'write':
      changeValue(state, message.adapter, message.change)
      post({ kind: 'written', write: message.write })
      break
    case 'ask':
      void answerAll(state, message.adapter, message.keys).then((answers) =>
        post({ kind: 'answers', ask: message.ask, answers }),
      )
  }
}

const FAILED: FetchedAnswer = { result: errorResult(ERROR_TTL_MS), bytes: 0 }

/** The instance may have been replaced since the thread got its number. */
const runnerOf = ({ adapters, adapterIds }: State, number: number) => adapters.get(adapterIds.get(number) ?? '')?.runner

function answerAll(state: State, number: number, keys: readonly LookupKey[]): Promise<readonly FetchedAnswer[]> {
  const runner = runnerOf(state, number)
  return Promise.all(keys.map((key) => runner?.lookUp(key) ?? FAILED))
}

function changeValue(state: State, number: number, change: ValueChange): void {
  const adapter = runnerOf(state, number)?.adapter
  if (adapter?.kind !== 'sharing' || adapter.values === undefined) return
  try {
    adapter.values.table.change(change, adapter.values.defaultLifeMs)
  } catch (error) {
    // For example too little memory: other threads send changes, so nobody else would catch it.
    state.log.error({ err: error }, 'the change of a value by a rule failed')
  }
}
