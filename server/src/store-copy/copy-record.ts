/** What the target knows of the copy: from where, whether it is complete, and which days were compared. */
import { sql } from '@logyard/languages/sql/sql'
import { sqlList } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { ALL_ROWS } from '../store/cluster/complete-copy.ts'
import { targetNotUsable } from './copy-errors.ts'
import type { CopyPlace } from './copy-place.ts'
import { type CopySource, oneSource, rowsOfSource } from './copy-source.ts'
import type { IndexDay } from './day-slices.ts'

const Copied = Type.Object({ partition: Type.String(), state: Type.String(), rows: Type.Number() })
const State = Type.Object({ source: Type.String(), isComplete: Type.Boolean(), rows: Type.Number(), at: Type.String() })
const Rows = Type.Object({ rows: Type.Number() })

export interface CopyRecord {
  /** The rows of a day in the target when it was found to be like the source in this state. */
  rowsOf(day: IndexDay): number | undefined
  copied(day: IndexDay, rows: number, signal: AbortSignal): Promise<void>
  /** From now on the server may store messages in the target. */
  complete(signal: AbortSignal): Promise<void>
}

const DURABLE = sql`SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

/**
 * Opens the record of the copy from the source with this identity. Refuses a target with other messages: what the source
 * does not have is deleted there.
 */
export async function openCopyRecord(
  { source: place, target }: { readonly source: CopySource; readonly target: CopyPlace },
  source: string,
  signal: AbortSignal,
): Promise<CopyRecord> {
  await target.run(
    sql`CREATE TABLE IF NOT EXISTS copy_state (source String, is_complete Bool, rows UInt64,
      at DateTime64(3, 'UTC') DEFAULT now64(3)) ENGINE = MergeTree ORDER BY at ${DURABLE}`,
    signal,
  )
  await target.run(
    sql`CREATE TABLE IF NOT EXISTS copied_days (source String, partition String, state String, rows UInt64,
      at DateTime64(3, 'UTC') DEFAULT now64(3)) ENGINE = MergeTree ORDER BY (source, partition, at) ${DURABLE}`,
    signal,
  )
  const [last] = await target.rows(
    State,
    sql`SELECT source, is_complete AS isComplete, toFloat64(rows) AS rows, formatDateTime(at, '%F %T') AS at
      FROM copy_state ORDER BY copy_state.at DESC LIMIT 1`,
    signal,
  )
  const rows = await allRows(target, signal)
  if (rows > 0 && last?.source !== source)
    throw targetNotUsable(target.title, 'it has other messages already: name an empty database or folder')
  if (last?.source === source && last.isComplete && rows !== last.rows)
    throw targetNotUsable(
      target.title,
      `they were cut over at ${last.at} UTC, and it has stored others since: it is where the messages are now`,
    )
  if (rows > 0 && !last?.isComplete && (await newestMs(oneSource(target), signal)) > (await newestMs(place, signal)))
    throw targetNotUsable(
      target.title,
      'it has messages that were received after the newest of the source: a server stores messages there',
    )
  if (last?.source !== source || last.isComplete) await writeState(target, { source, isComplete: false }, signal)
  const copied = await target.rows(
    Copied,
    sql`SELECT partition, argMax(state, at) AS state, toFloat64(argMax(rows, at)) AS rows FROM copied_days
      WHERE source = ${source} GROUP BY partition`,
    signal,
  )
  const known = new Map(copied.map((one) => [one.partition, one]))
  return {
    rowsOf({ partition, state }) {
      const found = known.get(partition)
      return found?.state === state ? found.rows : undefined
    },
    async copied({ partition, state }, rows, until) {
      const before = known.get(partition)
      if (before?.state === state && before.rows === rows) return
      await target.run(
        sql`INSERT INTO copied_days (source, partition, state, rows) VALUES (${source}, ${partition}, ${state}, ${rows})`,
        until,
      )
      known.set(partition, { partition, state, rows })
    },
    complete: (until) => writeState(target, { source, isComplete: true }, until),
  }
}

/** The next copy compares these days again. */
export async function forgetDays(target: CopyPlace, partitions: readonly string[], signal: AbortSignal): Promise<void> {
  const [found] = await target.rows(Type.Object({ result: Type.Number() }), sql`EXISTS TABLE copied_days`, signal)
  if (found?.result !== 1 || partitions.length === 0) return
  await target.run(
    sql`INSERT INTO copied_days (source, partition, state, rows)
      SELECT DISTINCT source, partition, '', 0 FROM copied_days WHERE partition IN (${sqlList(partitions)})`,
    signal,
  )
}

/** When the newest message was received. */
async function newestMs(place: CopySource, signal: AbortSignal): Promise<number> {
  const newest = sql`SELECT toFloat64(toUnixTimestamp64Milli(max(received))) AS ms FROM messages`
  const found = await rowsOfSource(place, Type.Object({ ms: Type.Number() }), newest, signal)
  return Math.max(...found.map(({ ms }) => ms))
}

async function allRows(target: CopyPlace, signal: AbortSignal): Promise<number> {
  const [found] = await target.rows(Rows, ALL_ROWS, signal)
  return found?.rows ?? 0
}

async function writeState(
  target: CopyPlace,
  { source, isComplete }: { readonly source: string; readonly isComplete: boolean },
  signal: AbortSignal,
): Promise<void> {
  const rows = await allRows(target, signal)
  await target.run(
    sql`INSERT INTO copy_state (source, is_complete, rows) VALUES (${source}, ${isComplete ? 1 : 0}, ${rows})`,
    signal,
  )
}
