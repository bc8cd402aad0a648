/** A store of messages that messages are copied from or to: the embedded engine, or a ClickHouse server. */
import type { Readable } from 'node:stream'
import type { ClickHouseSettings } from '@clickhouse/client'
import type { Sql } from '@logyard/languages/sql/sql'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LogyardError } from '../platform/errors.ts'
import { clickHouseErrorOf, engineUnavailable } from '../store/engine/engine-failure.ts'
import type { EngineResponse } from '../store/engine/engine-response.ts'
import type { EngineClient } from '../store/engine/sql-client.ts'
import { storeFailed, storeNotReached } from './copy-errors.ts'

export interface CopyPlace {
  /** For sentences: without a password. */
  readonly title: string
  readonly client: EngineClient
  rows<S extends TSchema>(row: S, query: Sql, signal: AbortSignal): Promise<Static<S>[]>
  run(query: Sql, signal: AbortSignal, settings?: ClickHouseSettings): Promise<void>
  /** The answer as it arrives. */
  read(query: Sql, signal: AbortSignal, settings?: ClickHouseSettings): Promise<EngineResponse>
  insert(query: Sql, values: Readable, signal: AbortSignal, settings?: ClickHouseSettings): Promise<void>
}

/** The longest time of one statement. */
export const STATEMENT_MS = 48 * 3_600_000
const MAX_REASON_CHARACTERS = 300

/** One thread for a statement: messages and searches go on beside it. */
const PATIENT: ClickHouseSettings = {
  max_execution_time: 0,
  max_threads: 1,
  // Templates are few, and their numbers are large.
  allow_suspicious_low_cardinality_types: 1,
  max_partition_size_to_drop: '0',
}

/** Failures name the place. */
export function createCopyPlace(title: string, client: EngineClient): CopyPlace {
  async function named<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      throw failureAt(title, error)
    }
  }
  const withSettings = (abort_signal: AbortSignal, settings?: ClickHouseSettings) => ({
    abort_signal,
    clickhouse_settings: { ...PATIENT, ...settings },
  })
  return {
    title,
    client,
    rows: (row, query, signal) =>
      named(signal, async () => {
        const answer = await client.query({ query, format: 'JSONEachRow', ...withSettings(signal) })
        return Value.Parse(Type.Array(row), await answer.json())
      }),
    run: (query, signal, settings) =>
      named(signal, async () => void (await client.command({ query, ...withSettings(signal, settings) }))),
    read: (query, signal, settings) => named(signal, () => client.read({ query, ...withSettings(signal, settings) })),
    insert: (query, values, signal, settings) =>
      named(signal, async () => void (await client.command({ query, values, ...withSettings(signal, settings) }))),
  }
}

export function failureAt(title: string, error: unknown): unknown {
  const reported = clickHouseErrorOf(error)
  if (reported !== undefined) {
    const type = reported.type === undefined ? '' : ` (${reported.type})`
    return storeFailed(title, `error ${reported.code}${type}: ${shortened(reported.message)}`, { cause: error })
  }
  if (!(error instanceof LogyardError) || error.code !== engineUnavailable().code) return error
  const { cause } = error
  return storeNotReached(title, shortened(cause instanceof Error ? cause.message : String(cause)), { cause: error })
}

export const isNotReached = (error: unknown): boolean =>
  error instanceof LogyardError && error.code === storeNotReached('', '').code

function shortened(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  return line.length > MAX_REASON_CHARACTERS ? `${line.slice(0, MAX_REASON_CHARACTERS)} …` : line
}
