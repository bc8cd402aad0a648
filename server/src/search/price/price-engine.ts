/** Asks the engine what statements would read: by its indices, and by reading a few of the messages that these leave. */
import type { ClickHouseSettings } from '@clickhouse/client'
import { ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import { createFairQueue } from '../../platform/fair-queue/fair-queue.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { clickHouseErrorOf } from '../../store/engine/engine-failure.ts'
import { allRowsOf } from '../../store/engine/engine-response.ts'
import type { ReadFigures } from '../progress/progress.ts'
import { readFiguresOf } from '../statements/read-figures.ts'

export interface PriceEngine {
  /** What the statement would read if it read everything that the engine's indices leave. */
  estimate(statement: ScopedSql, signal: AbortSignal): Promise<Estimate>
  /**
   * Executes a statement that reads little, and returns what it has read and its first row; undefined if it reads much or
   * takes longer than `sampleMs`.
   */
  sample(statement: ScopedSql, signal: AbortSignal): Promise<Sample | undefined>
  readonly sampleMs: number
}

export interface Estimate {
  readonly rows: number
  /** Parts of the tables. */
  readonly parts: number
}

export interface Sample extends ReadFigures {
  readonly row: readonly unknown[] | undefined
}

/** Places in a row of EXPLAIN ESTIMATE. */
const [PARTS, ROWS] = [2, 3]
/** Besides the statements of searches, whose places may all be taken by long ones. */
const AT_ONCE = 2
const WAITING = 200
const WAITING_OF_USER = 40
/** Larger samples fail: they cost more than they tell. */
const SAMPLE: ClickHouseSettings = { max_rows_to_read: '500000', read_overflow_mode: 'throw' }
/** The share of the time of a price that a sample may take. */
const SAMPLE_SHARE = 0.2

export type PriceEngines = ReturnType<typeof createPriceEngines>

export interface PriceLimits {
  /** The time of all statements of a price, and of each. */
  readonly priceSeconds: number
}

export const PRICE_LIMITS: PriceLimits = { priceSeconds: 3 }

export function createPriceEngines({
  engine,
  clock,
  priceSeconds,
}: PriceLimits & { readonly engine: Pick<Engine, 'searchClient'>; readonly clock: Clock }) {
  const queue = createFairQueue({ clock, places: AT_ONCE, waiting: WAITING, waitingOfOwner: WAITING_OF_USER })

  const sampleSeconds = priceSeconds * SAMPLE_SHARE

  async function ask(owner: string, query: Sql, settings: ClickHouseSettings, signal: AbortSignal) {
    using _place = await queue.acquire({ owner, signal })
    const clickhouse_settings = { timeout_overflow_mode: 'throw', ...settings } as const
    const response = await engine.searchClient.read({ query, abort_signal: signal, clickhouse_settings })
    return { response, rows: (await allRowsOf(response)).filter(Array.isArray) }
  }

  return {
    of: (user: string): PriceEngine => ({
      sampleMs: sampleSeconds * 1000,
      async estimate(statement, signal) {
        const query = sql`EXPLAIN ESTIMATE ${requireScoped(statement)} FORMAT JSONCompactEachRow`
        const { rows } = await ask(user, query, { max_execution_time: priceSeconds }, signal)
        const sum = (of: number) => rows.reduce((total, row) => total + countOf(row[of]), 0)
        return { parts: sum(PARTS), rows: sum(ROWS) }
      },
      async sample(statement, signal) {
        const query = sql`${requireScoped(statement)} FORMAT JSONCompactEachRow`
        try {
          const { response, rows } = await ask(user, query, { ...SAMPLE, max_execution_time: sampleSeconds }, signal)
          const figures = readFiguresOf(response)
          return figures && { ...figures, row: rows[0] }
        } catch (error) {
          if (signal.aborted || clickHouseErrorOf(error) === undefined) throw error
          return undefined
        }
      },
    }),
  }
}

function requireScoped(statement: ScopedSql): ScopedSql {
  if (!(statement instanceof ScopedSql)) throw new TypeError('a statement that reads rows must be scoped')
  return statement
}

/** Integers of 64 bits may be texts. */
function countOf(value: unknown): number {
  const count = Number(value)
  return count > 0 && Number.isFinite(count) ? count : 0
}
