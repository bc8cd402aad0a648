/** Runs the SQL of searches: a few at a time, each within its budget, stopped when nobody waits for it any more. */
import { ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { LogyardError } from '../../platform/errors.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { engineFailure, engineUnavailable } from '../../store/engine/engine-failure.ts'
import { engineSearchFailure } from '../search-errors.ts'
import { type AnswerBudget, createAnswerMemory } from './answer-memory.ts'
import { linesOf } from './engine-lines.ts'
import { exactJson } from './exact-json.ts'
import { createSlots } from './slots.ts'
import { untilFailure } from './until-failure.ts'

export interface SqlOptions {
  readonly signal: AbortSignal
  /** How long the engine may work at it, when that is not what every statement gets. */
  readonly seconds?: number
  /** It asks what the engine knows of its own tables. Nothing that a caller wrote may stand in it. */
  readonly isAboutTables?: boolean
}

/** The values of the columns, in their order. Whole numbers that a double cannot hold are bigints. */
export type SqlRow = readonly unknown[]

export interface SearchEngine {
  rows(sql: ScopedSql, options: SqlOptions): Promise<readonly SqlRow[]>
  /** For long results, which are read while they come. Leaving the loop stops the engine. */
  stream(sql: ScopedSql, options: SqlOptions): AsyncIterable<SqlRow>
  /** What a statement that ends with its FORMAT answers, as it comes. Leaving the loop stops the engine. */
  bytes(sql: ScopedSql, options: SqlOptions): AsyncIterable<Uint8Array>
  /** What has no rows to answer with. */
  command(sql: Sql, options: SqlOptions): Promise<void>
}

/** Who asks: users take turns. */
export interface Asker {
  /** The id of the user. */
  readonly user: string
  /** What counts the rows that are read; without it each statement may answer as much as a whole search. */
  readonly budget?: AnswerBudget
}

export interface SearchEngines extends SearchEngine {
  /** For the statements of one user. Statements without a user share one turn of their own. */
  of(asker: Asker): SearchEngine
}

export interface SearchLimits {
  /** How long the engine may work at one statement. */
  readonly seconds: number
  /** How much memory one statement may take; the engine's own limit when it is missing. */
  readonly memoryBytes?: number
  /** How many statements run at once; what comes on top waits for its turn. The last place is for another user. */
  readonly atOnce: number
  readonly streamsAtOnce: number
  /** More exports of one user are refused. */
  readonly streamsOfUser: number
  /** Statements in line; those of a large dashboard are some hundred. */
  readonly waiting: number
  readonly waitingOfUser: number
}

/**
 * Together ten: as many of the engine's twelve sessions as are for questions. Exports go at the pace of those who read
 * them, so a few slow ones must not keep all others waiting.
 */
export const SEARCH_LIMITS: SearchLimits = {
  seconds: 60,
  atOnce: 4,
  streamsAtOnce: 6,
  streamsOfUser: 2,
  waiting: 10_000,
  waitingOfUser: 2000,
}

/** It is back from a restart long before; what is asked meanwhile waits. */
const READY_WITHIN_MS = 20_000

/** The engine works at a cancelled statement for a moment longer. It tells nobody when it has ended. */
const CANCELLED_WITHIN_MS = 250
const statementEnded = () =>
  new Promise<void>((resolve) => {
    AbortSignal.timeout(CANCELLED_WITHIN_MS).addEventListener('abort', () => resolve(), { once: true })
  })

const exportsOfUserExhausted = (count: number) =>
  new LogyardError(
    'overloaded',
    'exports-of-user-exhausted',
    `You read ${count} exports at this moment, the most that one user may read at once: wait until one of them has ended.`,
    { retryAfterSeconds: 30 },
  )

export function createSearchEngine({
  engine,
  limits: given = {},
}: {
  readonly engine: Pick<Engine, 'searchClient' | 'keepClient' | 'ready' | 'state'>
  readonly limits?: Partial<SearchLimits>
}): SearchEngines {
  const limits = { ...SEARCH_LIMITS, ...given }
  const { waiting, waitingOfUser } = limits
  const slots = createSlots({ places: limits.atOnce, waiting, waitingOfUser })
  const streamSlots = createSlots({
    places: limits.streamsAtOnce,
    placesOfUser: limits.streamsOfUser,
    refuseFullUser: () => exportsOfUserExhausted(limits.streamsOfUser),
    afterLeaving: statementEnded,
    waiting,
    waitingOfUser,
  })
  /** Of statements that have no budget. */
  const memory = createAnswerMemory({ bytesOfUser: Number.POSITIVE_INFINITY, bytesOfAll: Number.POSITIVE_INFINITY })

  const settings = ({ seconds = limits.seconds }: SqlOptions) =>
    ({
      max_execution_time: seconds,
      timeout_overflow_mode: 'throw',
      output_format_json_quote_64bit_integers: 0,
      ...(limits.memoryBytes === undefined ? {} : { max_memory_usage: String(limits.memoryBytes) }),
    }) as const
  /** The answer as it comes. Leaving the loop stops the engine. */
  async function* answered(query: ScopedSql, options: SqlOptions): AsyncGenerator<Uint8Array> {
    const client = options.isAboutTables ? engine.keepClient : engine.searchClient
    try {
      const answer = await client.exec({
        query: requireScoped(query),
        abort_signal: options.signal,
        clickhouse_settings: settings(options),
      })
      // The client looks at the signal only until the answer begins.
      using leaving = new DisposableStack()
      const stop = () => answer.stream.destroy()
      leaving.defer(() => options.signal.removeEventListener('abort', stop))
      options.signal.addEventListener('abort', stop, { once: true })
      options.signal.throwIfAborted()
      yield* untilFailure(answer)
    } catch (error) {
      throw engineSearchFailure(engineFailure(error), options.signal, { ...limits, ...options })
    }
  }

  async function whenReady(signal: AbortSignal): Promise<void> {
    if (engine.state() === 'up') return
    try {
      await engine.ready(AbortSignal.any([signal, AbortSignal.timeout(READY_WITHIN_MS)]))
    } catch (error) {
      throw signal.aborted ? error : engineUnavailable({ cause: error })
    }
  }

  const of = ({ user, budget }: Asker): SearchEngine => ({
    async rows(statement, { signal, ...options }) {
      await whenReady(signal)
      using _slot = await slots.take({ user, signal })
      using own = memory.open(user)
      const { takeRows } = budget ?? own
      const rows: SqlRow[] = []
      const answer = answered(sql`${statement} FORMAT JSONCompactEachRow`, { signal, ...options })
      for await (const lines of linesOf(answer, takeRows)) for (const line of lines) rows.push(rowOf(line))
      return rows
    },
    async command(query, options) {
      const { signal } = options
      await whenReady(signal)
      using _slot = await slots.take({ user, signal })
      try {
        await engine.keepClient.command({ query, abort_signal: signal, clickhouse_settings: settings(options) })
      } catch (error) {
        throw engineSearchFailure(error, signal, { ...limits, ...options })
      }
    },
    async *stream(statement, options) {
      const { signal } = options
      await whenReady(signal)
      using _slot = await streamSlots.take({ user, signal })
      const answer = answered(sql`${statement} FORMAT JSONCompactEachRow`, options)
      for await (const lines of linesOf(answer, () => undefined)) for (const line of lines) yield rowOf(line)
    },
    async *bytes(statement, options) {
      const { signal } = options
      await whenReady(signal)
      using _slot = await streamSlots.take({ user, signal })
      yield* answered(statement, options)
    },
  })
  return { ...of({ user: '' }), of }
}

/** Types say so already; what came around them is stopped here. */
function requireScoped(query: ScopedSql): ScopedSql {
  if (!(query instanceof ScopedSql)) throw new TypeError('a statement that answers rows must be within a scope')
  return query
}

function rowOf(line: string): SqlRow {
  const row = exactJson.parse(line)
  if (!Array.isArray(row)) throw new Error('the engine answered something else than a row')
  return row
}
