/**
 * Runs one data adapter: refreshes it, holds its error state, and limits its lookups. A source that hangs is not asked
 * for a while, so that messages do not wait for it one after the other.
 */
import type { DataAdapter } from '@logyard/contract/lookup/data-adapters'
import type { Timer } from '../../metrics/metrics.ts'
import { createMutex } from '../../platform/mutex.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import type { AdapterDeps, AdapterStart, AdapterType, RunningAdapter } from '../adapters/adapter.ts'
import { SwitchedOff } from '../adapters/switched-off.ts'
import { errorResult, errorTtlMs } from '../lookup-results.ts'
import type { LookupKey, LookupResult } from '../lookup-tables.ts'
import { createAnswersReader } from '../shared-tables/answers-reader.ts'
import type { FetchedAnswer, LiveAdapter } from './lookup-snapshot.ts'

export interface AdapterRunner extends AsyncDisposable {
  readonly number: number
  live(): LiveAdapter
  problem(): string | undefined
  /** Whether its problem is only that an administrator has not enabled it. */
  isOff(): boolean
  /** Resolves once the adapter has tried to load its data. */
  readonly loaded: Promise<void>
  /** Never rejects. */
  lookUp(key: LookupKey): Promise<FetchedAnswer>
  readonly adapter: RunningAdapter
}

export interface AdapterRunnerDeps extends AdapterDeps {
  readonly number: number
  readonly stored: DataAdapter
  /** Undefined if the type is not installed. */
  readonly type: AdapterType | undefined
  readonly timers: { readonly requests: Timer; readonly refresh: Timer }
  /** The answers changed: threads need them, and caches lose what they hold. */
  readonly onChange: () => void
  /** The value of one key changed, in memory that threads already read. */
  readonly onKeyChange: (key: string) => void
}

/** Lookups of one source at a time; others wait for them. */
const CONCURRENT = 32
const MAX_WAITING = 20_000
const LOOKUP_LIMIT_MS = 3000
/** Until it is the turn of a lookup. With the lookup itself, less than the time that a message waits for its lookups. */
const TURN_LIMIT_MS = 6000
/** Characters of a result as JSON. */
const MAX_RESULT = 262_144
/** Lookups that run out of time one after the other until the source is not asked for a while. */
const MAX_TIMEOUTS = 5
const PAUSE_MS = 5000

const TOO_LARGE = 'A result is too large.'
const NO_ANSWER = `The source did not answer within ${LOOKUP_LIMIT_MS / 1000} seconds.`

interface State extends AdapterRunnerDeps {
  readonly adapter: RunningAdapter
  readonly closing: AbortController
  readonly waiting: (() => void)[]
  /** Lookups that have no result yet: further ones of the same key wait for theirs. */
  readonly underway: Map<LookupKey, Promise<FetchedAnswer>>
  running: number
  timeouts: number
  pausedUntilMs: number
  version: number
  problem: string | undefined
  isOff: boolean
  hasLoaded: boolean
}

export function startAdapterRunner(deps: AdapterRunnerDeps): AdapterRunner {
  const state = createState(deps)
  const turns = createMutex()
  const refreshing = createRefreshing(state, turns)
  const loaded = refreshing.now()
  return {
    number: deps.number,
    adapter: state.adapter,
    live: () => liveOf(state),
    problem: () => state.problem,
    isOff: () => state.isOff,
    loaded,
    lookUp: (key) => lookUp(state, key, loaded),
    async [Symbol.asyncDispose]() {
      state.closing.abort()
      refreshing.stop()
      await turns(async () => undefined)
      await state.adapter[Symbol.asyncDispose]()
    },
  }

  function createState(given: AdapterRunnerDeps): State {
    const { promise: started, resolve } = Promise.withResolvers<State>()
    const adapter = startAdapter(given, {
      report: (problem) => void started.then((made) => report(made, problem)),
      changed: (key) => {
        if (key !== undefined) given.onKeyChange(key)
        else void started.then((made) => changed(made))
      },
      refreshSoon: () => void started.then(() => refreshing.now()),
    })
    const made: State = {
      ...given,
      adapter,
      closing: new AbortController(),
      waiting: [],
      underway: new Map(),
      running: 0,
      timeouts: 0,
      pausedUntilMs: 0,
      version: 0,
      problem: undefined,
      isOff: false,
      hasLoaded: false,
    }
    resolve(made)
    return made
  }
}

function startAdapter(
  { type, stored, ...deps }: AdapterRunnerDeps,
  events: Pick<AdapterStart, 'report' | 'changed' | 'refreshSoon'>,
): RunningAdapter {
  const inert = (problem: string | undefined): RunningAdapter => ({
    kind: 'sharing',
    answers: () => undefined,
    refresh: () => (problem === undefined ? Promise.resolve('unchanged') : Promise.reject(new Error(problem))),
    [Symbol.asyncDispose]: async () => undefined,
  })
  if (type === undefined) return inert(`Unknown data adapter type ${stored.config.type}. Is the plugin missing?`)
  try {
    const { id, name } = stored
    return type.start(stored.config, { ...deps, id, name, errorTtlMs: errorTtlMs(stored), ...events })
  } catch (error) {
    return inert(messageOf(error))
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function report(state: State, problem: string | undefined, isOff = false): void {
  if (problem !== undefined && problem !== state.problem && !isOff) {
    state.log.warn({ adapterId: state.stored.id, problem }, 'a data adapter has a problem')
  }
  state.problem = problem
  state.isOff = isOff
}

interface Refreshing {
  now(): Promise<void>
  stop(): void
}

/** Refreshes at the start, then a time after the last refresh has ended. */
function createRefreshing(state: State, turns: ReturnType<typeof createMutex>): Refreshing {
  const { adapter, clock, closing } = state
  let waiting = new AbortController()
  const now = async () => {
    waiting.abort()
    await turns(() => (closing.signal.aborted ? Promise.resolve() : refresh(state)))
    const { refreshEveryMs } = adapter
    if (refreshEveryMs === undefined || closing.signal.aborted) return
    waiting.abort()
    waiting = new AbortController()
    const { signal } = waiting
    clock.sleep(refreshEveryMs, signal).then(now, () => undefined)
  }
  return {
    now,
    stop: () => waiting.abort(),
  }
}

async function refresh(state: State): Promise<void> {
  const { adapter, clock, timers, closing } = state
  const startedAtMs = clock.monotonicMs()
  const isFirst = !state.hasLoaded
  const hadAnswers = hasAnswers(adapter)
  try {
    const outcome = (await adapter.refresh?.(closing.signal)) ?? 'unchanged'
    report(state, undefined)
    state.hasLoaded = true
    if (outcome === 'changed' || isFirst) changed(state)
  } catch (error) {
    if (closing.signal.aborted) return
    report(state, messageOf(error), error instanceof SwitchedOff)
    state.hasLoaded = true
    // A source that was switched off loses its data.
    if (isFirst || hadAnswers !== hasAnswers(adapter)) changed(state)
  } finally {
    if (adapter.refresh !== undefined) timers.refresh.update(clock.monotonicMs() - startedAtMs)
  }
}

const hasAnswers = (adapter: RunningAdapter) => adapter.kind === 'sharing' && adapter.answers() !== undefined

function changed(state: State): void {
  state.version += 1
  state.onChange()
}

function liveOf({ stored, number, version, adapter, hasLoaded }: State): LiveAdapter {
  const shared = adapter.kind === 'sharing' ? adapter.answers() : undefined
  const facts = { id: stored.id, number, version, errorTtlMs: errorTtlMs(stored) }
  const isWritable = adapter.kind === 'sharing' && adapter.values !== undefined
  if (shared !== undefined) return { ...facts, isWritable, answers: { from: 'memory', answers: shared } }
  // Until the data are loaded, lookups wait in the main thread.
  const from = adapter.kind === 'fetching' || !hasLoaded ? 'main-thread' : 'failed'
  return { ...facts, isWritable, answers: { from } }
}

async function lookUp(state: State, key: LookupKey, loaded: Promise<void>): Promise<FetchedAnswer> {
  const known = state.underway.get(key)
  if (known !== undefined) return known
  const asked = ask(state, key, loaded).finally(() => state.underway.delete(key))
  state.underway.set(key, asked)
  return asked
}

async function ask(state: State, key: LookupKey, loaded: Promise<void>): Promise<FetchedAnswer> {
  const failed = { result: errorResult(errorTtlMs(state.stored)), bytes: 0 }
  const { adapter, clock, closing } = state
  const within = (limitMs: number) => AbortSignal.any([AbortSignal.timeout(limitMs), closing.signal])
  try {
    const turnLimit = within(TURN_LIMIT_MS)
    if (adapter.kind === 'sharing' || adapter.refresh !== undefined) await unlessAborted(loaded, turnLimit)
    if (adapter.kind === 'sharing') return readShared(state, key) ?? failed
    if (isPaused(state) || !(await hasTurn(state, turnLimit))) return failed
    const limit = within(LOOKUP_LIMIT_MS)
    const startedAtMs = clock.monotonicMs()
    try {
      const result = await unlessAborted(adapter.lookUp(key, limit), limit)
      state.timeouts = 0
      if (state.problem === NO_ANSWER || state.problem === TOO_LARGE) report(state, undefined)
      return sized(state, result) ?? failed
    } catch (error) {
      if (limit.aborted && !closing.signal.aborted) timedOut(state)
      else state.timeouts = 0
      state.log.debug({ err: error, adapterId: state.stored.id }, 'a lookup failed')
      return failed
    } finally {
      state.timers.requests.update(clock.monotonicMs() - startedAtMs)
      release(state)
    }
  } catch {
    // Out of time before it was its turn.
    return failed
  }
}

function readShared({ adapter, clock }: State, key: LookupKey): FetchedAnswer | undefined {
  const shared = adapter.kind === 'sharing' ? adapter.answers() : undefined
  if (shared === undefined) return undefined
  return { result: createAnswersReader(shared, () => clock.now().getTime())(key), bytes: 0 }
}

function sized(state: State, result: LookupResult): FetchedAnswer | undefined {
  const { singleValue, multiValue, stringListValue } = result
  const single = typeof singleValue === 'bigint' ? String(singleValue) : singleValue
  const { length } = JSON.stringify([single, multiValue, stringListValue], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  if (length <= MAX_RESULT) return { result, bytes: length * 2 }
  report(state, TOO_LARGE)
  return undefined
}

function isPaused(state: State): boolean {
  if (state.timeouts < MAX_TIMEOUTS) return false
  const nowMs = state.clock.monotonicMs()
  if (nowMs < state.pausedUntilMs) return true
  // One lookup tries whether the source answers again; the others wait for its outcome elsewhere.
  state.pausedUntilMs = nowMs + PAUSE_MS
  return false
}

function timedOut(state: State): void {
  state.timeouts += 1
  report(state, NO_ANSWER)
  if (state.timeouts === MAX_TIMEOUTS) state.pausedUntilMs = state.clock.monotonicMs() + PAUSE_MS
}

/** False if too many wait, or the time is over. */
async function hasTurn(state: State, limit: AbortSignal): Promise<boolean> {
  if (state.running < CONCURRENT) {
    state.running += 1
    return true
  }
  if (state.waiting.length >= MAX_WAITING) return false
  const turn = Promise.withResolvers<boolean>()
  const start = () => {
    state.running += 1
    turn.resolve(true)
  }
  const leave = () => {
    const at = state.waiting.indexOf(start)
    if (at !== -1) state.waiting.splice(at, 1)
    turn.resolve(false)
  }
  state.waiting.push(start)
  limit.addEventListener('abort', leave, { once: true })
  const isTurn = await turn.promise
  if (!isTurn || !isPaused(state)) return isTurn
  release(state)
  return false
}

function release(state: State): void {
  state.running -= 1
  state.waiting.shift()?.()
}
