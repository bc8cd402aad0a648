/** Runs the SQL of searches: a few statements at a time, each within its budget, cancelled with its request. */
import type { ClickHouseSettings } from '@clickhouse/client'
import { ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createFairQueue, type FairQueue } from '../../platform/fair-queue/fair-queue.ts'
import type { Engine } from '../../store/engine/engine.ts'
import {
  engineFailure,
  engineRowsUnusable,
  engineUnavailable,
  READY_WITHIN_MS,
} from '../../store/engine/engine-failure.ts'
import { linesOf } from '../../store/engine/engine-lines.ts'
import { untilDown } from '../../store/engine/until-down.ts'
import { untilFailure } from '../../store/engine/until-failure.ts'
import type { ProgressPart, RangeShare, RunningStatement } from '../progress/progress.ts'
import { engineSearchFailure } from '../search-errors.ts'
import { type AnswerBudget, type AnswerMemory, createAnswerMemory } from './answer-memory.ts'
import { exactJson } from './exact-json.ts'
import { type ReadStatement, readFiguresOf } from './read-figures.ts'
import { type MissingShards, skippingMissing } from './skip-missing.ts'
import type { StatementTrace, TracedRun } from './statement-trace.ts'

export interface SqlOptions {
  readonly signal: AbortSignal
  /** Time limit of the statement, if it differs from the default. */
  readonly seconds?: number
  /** The statement reads the engine's system tables. It must not contain any input. */
  readonly isAboutTables?: boolean
  /** The first two rows are the names of the columns and their types. */
  readonly hasHeader?: boolean
  /** Counts the rows that the statement reads. */
  readonly part?: ProgressPart
  /** Share of a statement that reads only a part of the range of its search type, newest first. */
  readonly share?: RangeShare
}

/** The values of the columns, in order. Integers beyond the exact doubles are bigints. */
export type SqlRow = readonly unknown[]

export interface SearchEngine {
  /** See `Engine`. */
  readonly openPartitions: Sql
  rows(sql: ScopedSql, options: SqlOptions): Promise<readonly SqlRow[]>
  /** Rows of long results, read as they arrive. Leaving the loop stops the engine. */
  stream(sql: ScopedSql, options: SqlOptions): AsyncIterable<SqlRow>
  /** The output of a statement that ends with a FORMAT, as it arrives. Leaving the loop stops the engine. */
  bytes(sql: ScopedSql, options: SqlOptions): AsyncIterable<Uint8Array>
  /** Runs a statement without rows. */
  command(sql: Sql, options: SqlOptions): Promise<void>
  /** Where rows may lack those of missing shards: engine for what is cached, whose statements fail instead. */
  readonly whole?: SearchEngine
}

/** Caller for whom statements run: users, and the searches of one user, share the time. */
export interface EngineCaller {
  /** The id of the user. */
  readonly user: string
  /** Counts the rows that are read; without it, each statement has the row limit of a whole search. */
  readonly budget?: AnswerBudget
  /**
   * Gets the shards that rows lack. Without it, statements fail while a shard is missing: only an answer that can say
   * what it lacks may be short.
   */
  readonly missing?: MissingShards
  /** Keeps the statements, for a user who inspects the execution. */
  readonly trace?: StatementTrace | undefined
}

export interface SearchEngines extends SearchEngine {
  /** Engine for the statements of one user. Statements without a user share one part. */
  of(caller: EngineCaller): SearchEngine
}

export interface SearchLimits {
  /** Time limit of one statement. */
  readonly seconds: number
  /** More time for all rows of a statement to arrive. The engine observes the limit of the statement; a cluster may not. */
  readonly moreSeconds: number
  /** Memory limit of one statement; the engine's own limit by default. */
  readonly memoryBytes?: number
  /** Number of statements that run at once; others wait. One place is reserved for a user that has none. */
  readonly atOnce: number
  readonly streamsAtOnce: number
  /** More exports of one user are refused. */
  readonly streamsOfUser: number
  /** Queue length; a large dashboard has some hundred statements. */
  readonly waiting: number
  readonly waitingOfUser: number
}

/**
 * Ten in total, the engine's sessions for reading (of twelve). Exports run at the pace of their clients, so they have
 * places of their own, and a few slow ones do not block searches.
 */
export const SEARCH_LIMITS: SearchLimits = {
  seconds: 60,
  moreSeconds: 30,
  atOnce: 4,
  streamsAtOnce: 6,
  streamsOfUser: 2,
  waiting: 10_000,
  waitingOfUser: 2000,
}

/** The engine works on a cancelled statement for a moment longer, and does not report when it has ended. */
const CANCELLED_WITHIN_MS = 250
const statementEnded = () =>
  new Promise<void>((resolve) => {
    AbortSignal.timeout(CANCELLED_WITHIN_MS).addEventListener('abort', () => resolve(), { once: true })
  })

const exportsOfUserExhausted = (count: number) =>
  new LogyardError(
    'overloaded',
    'exports-of-user-exhausted',
    `You are reading ${count} exports, the maximum for one user at the same time: wait until one of them has ended.`,
    { retryAfterSeconds: 30 },
  )

interface EngineState {
  readonly engine: EngineClients
  readonly limits: SearchLimits
  readonly statements: FairQueue
  readonly exports: FairQueue
  /** Memory for statements without a budget. */
  readonly memory: AnswerMemory
  readonly onRead: (statement: ReadStatement) => void
}

type EngineClients = Pick<
  Engine,
  'searchClient' | 'keepClient' | 'ready' | 'state' | 'onState' | 'openPartitions' | 'stores'
>

export function createSearchEngine({
  engine,
  clock,
  limits: given = {},
  onRead = () => undefined,
}: {
  readonly engine: EngineClients
  readonly clock: Clock
  readonly limits?: Partial<SearchLimits>
  /** Called with each statement that has ended, and what it has read. */
  readonly onRead?: (statement: ReadStatement) => void
}): SearchEngines {
  const limits = { ...SEARCH_LIMITS, ...given }
  const queue = { clock, reservedPlaces: 1, waiting: limits.waiting, waitingOfOwner: limits.waitingOfUser }
  const state: EngineState = {
    engine,
    limits,
    onRead,
    statements: createFairQueue({ ...queue, places: limits.atOnce }),
    exports: createFairQueue({
      ...queue,
      places: limits.streamsAtOnce,
      placesOfOwner: limits.streamsOfUser,
      refuseFullOwner: () => exportsOfUserExhausted(limits.streamsOfUser),
      afterCancel: statementEnded,
    }),
    memory: createAnswerMemory({ bytesOfUser: Number.POSITIVE_INFINITY, bytesOfAll: Number.POSITIVE_INFINITY }),
  }
  const of = (caller: EngineCaller) => engineOf(state, caller)
  return { ...of({ user: '' }), of }
}

function engineOf(state: EngineState, { user, budget, missing, trace }: EngineCaller): SearchEngine {
  const { engine, limits, statements, exports, memory } = state
  return {
    ...(missing && { whole: wholeEngine(state, { user, trace, ...(budget && { budget }) }) }),
    openPartitions: engine.openPartitions,
    async rows(statement, options) {
      const { signal, seconds = limits.seconds } = options
      using run = trace?.begin(statement, options.part)
      await whenReady(engine, signal)
      using _place = await statements.acquire({ owner: user, signal })
      run?.started()
      using own = memory.open(user)
      const { reserveRows } = budget ?? own
      const rows: SqlRow[] = []
      const limitMs = (seconds + limits.moreSeconds) * 1000
      const answer = answerBytes(state, inFormat(statement, options), { ...options, missing, limitMs, run })
      for await (const lines of linesOf(answer, reserveRows)) for (const line of lines) rows.push(rowOf(line))
      run?.completed()
      return rows
    },
    async command(query, options) {
      const { signal } = options
      await whenReady(engine, signal)
      using _place = await statements.acquire({ owner: user, signal })
      using running = beginIn(options)
      try {
        const clickhouse_settings = engineSettings(limits, options)
        await engine.keepClient.command({ query, abort_signal: signal, clickhouse_settings, ...namedBy(running) })
      } catch (error) {
        throw engineSearchFailure(error, signal, { ...limits, ...options })
      }
    },
    async *stream(statement, options) {
      const { signal } = options
      await whenReady(engine, signal)
      using _place = await exports.acquire({ owner: user, signal })
      const answer = answerBytes(state, sql`${statement} FORMAT JSONCompactEachRow`, { ...options, missing })
      for await (const lines of linesOf(answer, () => undefined)) for (const line of lines) yield rowOf(line)
    },
    async *bytes(statement, options) {
      const { signal } = options
      await whenReady(engine, signal)
      using _place = await exports.acquire({ owner: user, signal })
      yield* answerBytes(state, statement, { ...options, missing })
    },
  }
}

const inFormat = (statement: ScopedSql, { hasHeader = false }: SqlOptions): ScopedSql =>
  hasHeader ? sql`${statement} FORMAT JSONCompactEachRowWithNamesAndTypes` : sql`${statement} FORMAT JSONCompactEachRow`

/** Fails at once, without waiting for a shard that is known to be missing. */
function wholeEngine(state: EngineState, caller: EngineCaller): SearchEngine {
  const engine = engineOf(state, caller)
  return {
    ...engine,
    async rows(statement, options) {
      if (state.engine.state() === 'up') state.engine.stores.complete()
      return await engine.rows(statement, options)
    },
  }
}

const engineSettings = (limits: SearchLimits, { seconds = limits.seconds }: SqlOptions) =>
  ({
    max_execution_time: seconds,
    timeout_overflow_mode: 'throw',
    output_format_json_quote_64bit_integers: 0,
    ...(limits.memoryBytes === undefined ? {} : { max_memory_usage: String(limits.memoryBytes) }),
  }) as const

const beginIn = ({ part, share }: SqlOptions): RunningStatement | undefined => part?.begin(share)
const namedBy = (running: RunningStatement | undefined) => (running === undefined ? {} : { query_id: running.queryId })

interface AnswerOptions extends SqlOptions {
  readonly missing: MissingShards | undefined
  readonly limitMs?: number
  readonly run?: TracedRun | undefined
}

/** The answer as it arrives. Leaving the loop stops the engine. */
async function* answerBytes(
  { engine, limits, onRead }: EngineState,
  query: ScopedSql,
  { missing, limitMs, run, ...options }: AnswerOptions,
): AsyncGenerator<Uint8Array> {
  const scoped = requireScoped(query)
  const client = options.isAboutTables ? engine.keepClient : engine.searchClient
  using down = untilDown(engine)
  using running = beginIn(options)
  const late = limitMs === undefined ? [] : [AbortSignal.timeout(limitMs)]
  const signal = AbortSignal.any([options.signal, down.signal, ...late])
  try {
    const read = (settings: ClickHouseSettings) =>
      client.read({
        query: scoped,
        abort_signal: signal,
        clickhouse_settings: { ...engineSettings(limits, options), ...settings },
        ...namedBy(running),
      })
    const response = await skippingMissing(engine.stores, missing, read)
    const figures = readFiguresOf(response)
    if (figures !== undefined) {
      running?.read(figures)
      run?.read(figures)
    }
    for await (const bytes of untilFailure(response)) {
      run?.received(bytes.length)
      yield bytes
    }
    if (figures !== undefined) onRead({ ...figures, text: query.text })
  } catch (error) {
    if (signal.aborted && !options.signal.aborted) throw engineUnavailable({ cause: error })
    throw engineSearchFailure(engineFailure(error), options.signal, { ...limits, ...options })
  }
}

async function whenReady(engine: EngineClients, signal: AbortSignal): Promise<void> {
  if (engine.state() === 'up') return
  try {
    await engine.ready(AbortSignal.any([signal, AbortSignal.timeout(READY_WITHIN_MS)]))
  } catch (error) {
    throw signal.aborted ? error : engineUnavailable({ cause: error })
  }
}

/** A check at run time of what the types require. */
function requireScoped(query: ScopedSql): ScopedSql {
  if (!(query instanceof ScopedSql)) throw new TypeError('a statement that reads rows must be scoped')
  return query
}

function rowOf(line: string): SqlRow {
  const row = parsed(line)
  if (!Array.isArray(row)) throw engineRowsUnusable('the engine returned something other than rows')
  return row
}

function parsed(line: string): unknown {
  try {
    return exactJson.parse(line)
  } catch (error) {
    throw engineUnavailable({ cause: error })
  }
}
