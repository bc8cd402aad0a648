/** Rewrites the messages of an index beside the tables that are searched: day by day, the newest first. */
import type { FieldColumn } from '@logyard/languages/query-sql/field-columns'
import { sql } from '@logyard/languages/sql/sql'
import { type Static, Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import { countOf, type RewritingEngine } from './rewriting-engine.ts'
import { copySql, type DaySum, oldSumsSql, rewrittenSumsSql } from './rewritten-rows.ts'

/** Rows that one statement copies: it takes some seconds. */
const ROWS_AT_ONCE = 200_000
/** Pause after each statement, as a part of its time: a processor has time for messages and searches. */
const PAUSE = 0.5

/** Blocks of modest size need modest memory. The same block may be written again after it was dropped. */
const COPYING = {
  max_insert_threads: '1',
  insert_deduplicate: 0,
  max_partitions_per_insert_block: '0',
  min_insert_block_size_rows: '131072',
  min_insert_block_size_bytes: '67108864',
} as const

const SumRow = { day: Type.Integer(), rows: Type.Number(), sum: Type.String() }
const OldDay = Type.Object({ ...SumRow, fromMs: Type.Number(), untilMs: Type.Number() })
const RewrittenDay = Type.Object({ ...SumRow, partition: Type.String() })
const Name = Type.Object({ name: Type.String() })
const PartitionId = Type.Object({ partition: Type.String() })

export type OldSums = Static<typeof OldDay>

export interface Staged {
  /** The number of the rewriting. */
  readonly number: number
  readonly rows: number
  readonly old: readonly OldSums[]
  /** Why the copy cannot take the place of the rows. */
  readonly difference: string | undefined
}

interface Staging {
  readonly engine: RewritingEngine
  /** The columns of fields whose values are not in `values`, too. */
  readonly compared: readonly FieldColumn[]
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called with the number of rows that were copied, or were there. */
  onRows(rows: number): void
}

/** Days that an interrupted run copied are kept if their sums are right. */
export async function stageIndex(index: string, staging: Staging): Promise<Staged> {
  const { engine, signal, onRows } = staging
  if (!(await canMoveStaged(engine, signal))) {
    await engine.run(sql`DROP TABLE IF EXISTS staged_messages SYNC`, signal)
    await engine.run(sql`CREATE TABLE staged_messages AS messages`, signal)
  }
  // Its parts are the only copy once they are moved, also after a loss of power.
  await engine.run(
    sql`ALTER TABLE staged_messages MODIFY SETTING min_compressed_bytes_to_fsync_after_merge = 1`,
    signal,
  )
  const number = (await newestNumber(engine, index, signal)) + 1
  await dropOthers(engine, index, number, signal)
  const days = await oldSums(engine, index, signal)
  const there = await rewrittenSums(engine, { table: 'staged_messages', index, number }, signal)
  let rows = 0
  for (const day of days) {
    const before = there.find((one) => one.day === day.day)
    if (before !== undefined && differenceOf([day], [before]) !== undefined) {
      await dropStaged(engine, before.partition, signal)
    }
    if (before === undefined || differenceOf([day], [before]) !== undefined) await copyDay(index, number, day, staging)
    else onRows(day.rows)
    rows += day.rows
  }
  const staged = await rewrittenSums(engine, { table: 'staged_messages', index, number }, signal)
  return { number, rows, old: days, difference: differenceOf(days, staged) }
}

/** Columns, indices and projections that only one of the two tables has. */
const UNLIKE = sql`SELECT count() FROM (SELECT 1 FROM (
    SELECT name, type, default_kind AS more FROM system.columns
    WHERE database = currentDatabase() AND table IN ('messages', 'staged_messages')
    UNION ALL SELECT name, type_full, expr FROM system.data_skipping_indices
    WHERE database = currentDatabase() AND table IN ('messages', 'staged_messages')
    UNION ALL SELECT name, '', query FROM system.projections
    WHERE database = currentDatabase() AND table IN ('messages', 'staged_messages')
  ) GROUP BY name, type, more HAVING count() = 1)`

/**
 * Whether the engine can move what is staged to `messages`. It cannot if there is no such table, or if the addition of a
 * column was interrupted after the first table.
 */
export const canMoveStaged = async (engine: RewritingEngine, signal: AbortSignal): Promise<boolean> =>
  (await countOf(engine, UNLIKE, signal)) === 0

export const oldSums = (engine: RewritingEngine, index: string, signal: AbortSignal) =>
  engine.rows(OldDay, oldSumsSql(index), signal)

export const rewrittenSums = (
  engine: RewritingEngine,
  { table, index, number }: { table: 'staged_messages' | 'messages'; index: string; number: number },
  signal: AbortSignal,
) => engine.rows(RewrittenDay, rewrittenSumsSql(table, index, number), signal)

/** In words; `undefined` if there is none. */
export function differenceOf(old: readonly DaySum[], rewritten: readonly DaySum[]): string | undefined {
  const byDay = new Map(rewritten.map((one) => [one.day, one]))
  for (const { day, rows, sum } of old) {
    const found = byDay.get(day)
    const name = `the day ${dateOf(day)}`
    if (found?.rows !== rows) return `${name} has ${found?.rows ?? 0} messages instead of ${rows}`
    if (found.sum !== sum) return `the messages of ${name} are not those of the earlier version`
  }
  const [more] = rewritten.filter(({ day }) => !old.some((one) => one.day === day))
  return more && `the day ${dateOf(more.day)} has ${more.rows} messages instead of 0`
}

const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

async function copyDay(
  index: string,
  number: number,
  { day, rows, fromMs, untilMs }: DaySum & { readonly fromMs: number; readonly untilMs: number },
  { engine, compared, clock, signal, onRows }: Staging,
): Promise<void> {
  const columns = (await engine.rows(Name, STORED_COLUMNS, signal)).map(({ name }) => name)
  const pieces = Math.max(1, Math.ceil(rows / ROWS_AT_ONCE))
  const instant = (piece: number) => fromMs + Math.floor(((untilMs - fromMs) * piece) / pieces)
  for (let piece = 0; piece < pieces; piece++) {
    signal.throwIfAborted()
    const startMs = clock.monotonicMs()
    const slice = { index, day, fromMs: instant(piece), untilMs: instant(piece + 1) }
    await engine.run(copySql({ columns, compared, number }, slice), signal, COPYING)
    onRows(rows / pieces)
    await clock.sleep((clock.monotonicMs() - startMs) * PAUSE, signal)
  }
}

const STORED_COLUMNS = sql`SELECT name FROM system.columns
  WHERE database = currentDatabase() AND table = 'messages' AND default_kind != 'ALIAS' ORDER BY position`

/** The number of the newest rewriting of which the index has rows. */
const newestNumber = (engine: RewritingEngine, index: string, signal: AbortSignal) =>
  countOf(engine, sql`SELECT max(rewritten) FROM messages WHERE \`index\` = ${index}`, signal)

/** Drops what an interrupted run left of other indices, or of another rewriting. */
async function dropOthers(engine: RewritingEngine, index: string, number: number, signal: AbortSignal): Promise<void> {
  const others = await engine.rows(
    PartitionId,
    sql`SELECT DISTINCT _partition_id AS partition FROM staged_messages WHERE \`index\` != ${index} OR rewritten != ${number}`,
    signal,
  )
  for (const { partition } of others) await dropStaged(engine, partition, signal)
}

export const dropStaged = (engine: RewritingEngine, partition: string, signal: AbortSignal): Promise<void> =>
  engine.run(sql`ALTER TABLE staged_messages DROP PARTITION ID ${partition}`, signal)
