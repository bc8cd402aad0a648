/**
 * Asks the engine about the rows that long searches and exports have read: one statement for all of them, and only while
 * there are any.
 */
import { sql } from '@logyard/languages/sql/sql'
import { sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { clickHouseErrorOf } from '../../store/engine/engine-failure.ts'
import type { EngineClient } from '../../store/engine/sql-client.ts'
import { createProgress, type Progress, type StatementRows } from './progress.ts'

export type ProgressPoll = ReturnType<typeof createProgressPoll>

const POLL_EVERY_MS = 500
/** The progress of shorter work is not asked for. */
const POLL_AFTER_MS = 1000
/** Until then the engine has nothing to say: it is busy, or ends. */
const ANSWER_WITHIN_MS = 5000
/** More than run at once. */
const MAX_STATEMENTS = 100

export function createProgressPoll({
  client,
  clock,
}: {
  readonly client: Pick<EngineClient, 'query'>
  readonly clock: Clock
}) {
  const opened = new Set<Progress>()
  let timer: Disposable | undefined
  let isAsking = false

  async function poll(): Promise<void> {
    const long = [...opened].filter(({ startMs }) => clock.monotonicMs() - startMs >= POLL_AFTER_MS)
    const queryIds = long.flatMap((progress) => progress.queryIds()).slice(0, MAX_STATEMENTS)
    if (isAsking || queryIds.length === 0) return
    isAsking = true
    try {
      const rows = await rowsOf(client, queryIds)
      for (const progress of long) progress.update(rows, clock.monotonicMs())
    } catch (error) {
      // Without an answer there is no progress to show. The searches themselves report what is wrong with the engine.
      if (!(error instanceof LogyardError) && clickHouseErrorOf(error) === undefined) throw error
    } finally {
      isAsking = false
    }
  }

  return {
    /** The progress of work that starts now, until it is disposed of. */
    open() {
      const progress = createProgress(clock.monotonicMs())
      opened.add(progress)
      timer ??= clock.every(POLL_EVERY_MS, () => void poll())
      return {
        ...progress,
        [Symbol.dispose]() {
          opened.delete(progress)
          if (opened.size > 0) return
          timer?.[Symbol.dispose]()
          timer = undefined
        },
      }
    },
  }
}

async function rowsOf(
  client: Pick<EngineClient, 'query'>,
  queryIds: readonly string[],
): Promise<ReadonlyMap<string, StatementRows>> {
  const answer = await client.query({
    query: sql`SELECT query_id, toFloat64(read_rows), toFloat64(total_rows_approx), toFloat64(read_bytes) FROM system.processes
      WHERE query_id IN (${sqlList(queryIds)}) LIMIT ${sqlInteger(MAX_STATEMENTS)}`,
    format: 'JSONCompactEachRow',
    abort_signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  const rows = await answer.json()
  return new Map(
    rows
      .filter(Array.isArray)
      .map(([id, read, total, bytes]) => [
        String(id),
        { read: countOf(read), total: countOf(total), bytes: countOf(bytes) },
      ]),
  )
}

/** Behind the address of ClickHouse may be anything. */
const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)
