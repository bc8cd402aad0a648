/** The statements of the rewriting: they may take long, and are no user's. */
import type { ClickHouseSettings } from '@clickhouse/client'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Engine } from '../engine/engine.ts'

export interface RewritingEngine {
  rows<S extends TSchema>(row: S, query: Sql, signal: AbortSignal): Promise<Static<S>[]>
  run(query: Sql, signal: AbortSignal, settings?: ClickHouseSettings): Promise<void>
}

const PATIENT: ClickHouseSettings = {
  max_execution_time: 3600,
  // The table of messages has such columns.
  allow_suspicious_low_cardinality_types: 1,
  max_threads: 1,
  max_partition_size_to_drop: '0',
}

export const createRewritingEngine = ({ patientClient }: Pick<Engine, 'patientClient'>): RewritingEngine => ({
  async rows(row, query, abort_signal) {
    const statement = { query, abort_signal, format: 'JSONEachRow', clickhouse_settings: PATIENT } as const
    return Value.Parse(Type.Array(row), await (await patientClient.query(statement)).json())
  },
  async run(query, abort_signal, settings) {
    await patientClient.command({ query, abort_signal, clickhouse_settings: { ...PATIENT, ...settings } })
  },
})

/** The number in the only row of an answer. */
export async function countOf(engine: RewritingEngine, query: Sql, signal: AbortSignal): Promise<number> {
  const [row] = await engine.rows(Type.Object({ n: Type.Number() }), sql`SELECT toFloat64((${query})) AS n`, signal)
  return row?.n ?? 0
}
