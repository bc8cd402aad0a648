/** Runs the SQL of searches: a few at a time, each within its budget, stopped when nobody waits for it any more. */
import { ScopedSql, type Sql } from '@logyard/languages/sql/sql'
import type { Engine } from '../engine/engine.ts'
import { engineUnavailable } from '../engine/engine-failure.ts'
import { exactJson } from './exact-json.ts'
import { engineSearchFailure } from './search-errors.ts'
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

export interface SearchLimits {
  /** How long the engine may work at one statement. */
  readonly seconds: number
  /** How much memory one statement may take; the engine's own limit when it is missing. */
  readonly memoryBytes?: number
  /** How many statements run at once; what comes on top waits for its turn. */
  readonly atOnce: number
  readonly streamsAtOnce: number
}

/**
 * Together ten: as many of the engine's twelve sessions as are for questions. Exports go at the pace of those who read
 * them, so a few slow ones must not keep all others waiting.
 */
const LIMITS: SearchLimits = { seconds: 60, atOnce: 4, streamsAtOnce: 6 }

/** It is back from a restart long before; what is asked meanwhile waits. */
const READY_WITHIN_MS = 20_000

/** Statements in line; those of a large dashboard are some hundred. */
const MAX_WAITING = 10_000

export function createSearchEngine({
  engine,
  limits: given = {},
}: {
  readonly engine: Pick<Engine, 'searchClient' | 'keepClient' | 'ready' | 'state'>
  readonly limits?: Partial<SearchLimits>
}): SearchEngine {
  const limits = { ...LIMITS, ...given }
  const slots = createSlots(limits.atOnce, MAX_WAITING)
  const streamSlots = createSlots(limits.streamsAtOnce, MAX_WAITING)

  const settings = ({ seconds = limits.seconds }: SqlOptions) =>
    ({
      max_execution_time: seconds,
      timeout_overflow_mode: 'throw',
      output_format_json_quote_64bit_integers: 0,
      ...(limits.memoryBytes === undefined ? {} : { max_memory_usage: String(limits.memoryBytes) }),
    }) as const
  const ask = (query: ScopedSql, options: SqlOptions) =>
    (options.isAboutTables ? engine.keepClient : engine.searchClient).query({
      query: requireScoped(query),
      format: 'JSONCompactEachRow',
      abort_signal: options.signal,
      clickhouse_settings: settings(options),
    })

  async function whenReady(signal: AbortSignal): Promise<void> {
    if (engine.state() === 'up') return
    try {
      await engine.ready(AbortSignal.any([signal, AbortSignal.timeout(READY_WITHIN_MS)]))
    } catch (error) {
      throw signal.aborted ? error : engineUnavailable({ cause: error })
    }
  }

  return {
    async rows(sql, options) {
      await whenReady(options.signal)
      using _slot = await slots.take(options.signal)
      try {
        const text = await (await ask(sql, options)).text()
        return text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => rowOf(line))
      } catch (error) {
        throw engineSearchFailure(error, options.signal, { ...limits, ...options })
      }
    },
    async command(query, options) {
      await whenReady(options.signal)
      using _slot = await slots.take(options.signal)
      try {
        await engine.keepClient.command({
          query,
          abort_signal: options.signal,
          clickhouse_settings: settings(options),
        })
      } catch (error) {
        throw engineSearchFailure(error, options.signal, { ...limits, ...options })
      }
    },
    async *stream(sql, options) {
      await whenReady(options.signal)
      using _slot = await streamSlots.take(options.signal)
      try {
        const answer = await ask(sql, options)
        for await (const rows of answer.stream()) for (const row of rows) yield rowOf(row.text)
      } catch (error) {
        throw engineSearchFailure(error, options.signal, { ...limits, ...options })
      }
    },
    async *bytes(query, options) {
      await whenReady(options.signal)
      using _slot = await streamSlots.take(options.signal)
      try {
        const answer = await engine.searchClient.exec({
          query: requireScoped(query),
          abort_signal: options.signal,
          clickhouse_settings: settings(options),
        })
        yield* untilFailure(answer)
      } catch (error) {
        throw engineSearchFailure(error, options.signal, { ...limits, ...options })
      }
    },
  }
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
