/** Statements of backups and restores on the engine. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { clickHouseErrorOf } from '../store/engine/engine-failure.ts'
import type { EngineClient } from '../store/engine/sql-client.ts'
import { diskTooSmall, engineRefusedBackup } from './backup-errors.ts'

/** Without the limit of time that other statements have, and for tables whose templates are numbers that recur. */
const UNLIMITED = { max_execution_time: 0, allow_suspicious_low_cardinality_types: 1 } as const
const MAX_REASON_CHARACTERS = 300
const NOT_ENOUGH_SPACE = '243'

export interface StatementRunner {
  /** `work` completes the sentence "The message store could not". */
  run(query: Sql, work: string): Promise<void>
  /** The same for what must be done at the end, also after an interrupt. */
  runAtEnd(query: Sql): Promise<void>
  rows<S extends TSchema>(row: S, query: Sql, work: string): Promise<readonly Static<S>[]>
}

export function createStatementRunner(
  client: EngineClient,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): StatementRunner {
  async function forUser<T>(work: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      const reported = clickHouseErrorOf(error)
      if (reported === undefined) throw error
      const reason = reasonOf(reported)
      if (reported.code === NOT_ENOUGH_SPACE || reason.includes('No space left on device'))
        throw diskTooSmall(folder, reason, { cause: error })
      throw engineRefusedBackup(work, reason, { cause: error })
    }
  }
  const more = { abort_signal: signal, clickhouse_settings: UNLIMITED }
  return {
    run: (query, work) => forUser(work, async () => void (await client.command({ query, ...more }))),
    runAtEnd: async (query) => void (await client.command({ query, clickhouse_settings: UNLIMITED })),
    rows: (row, query, work) =>
      forUser(work, async () => {
        const answer = await client.query({ query, format: 'JSONEachRow', ...more })
        return Value.Parse(Type.Array(row), await answer.json())
      }),
  }
}

function reasonOf({ message }: Error): string {
  const line = message.split('\n', 1)[0] ?? ''
  return line.length > MAX_REASON_CHARACTERS ? `${line.slice(0, MAX_REASON_CHARACTERS)} …` : line
}

/** Ends backups and restores whose command was killed: the engine would go on. */
export async function stopForsaken(engine: StatementRunner): Promise<void> {
  await engine.run(
    sql`KILL QUERY WHERE query_id IN (SELECT query_id FROM system.backups WHERE status IN ('CREATING_BACKUP', 'RESTORING')) SYNC`,
    'stop an earlier backup',
  )
}
