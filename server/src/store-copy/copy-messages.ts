/** Copies all messages once over: index by index and day by day, what the target does not have yet. */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { type CopyingDay, copyDay, type DayResult } from './copy-day.ts'
import { type CopyPlace, isNotReached } from './copy-place.ts'
import type { CopyRecord } from './copy-record.ts'
import { alignColumns, storedColumns } from './copy-schema.ts'
import { copyTemplates } from './copy-templates.ts'
import { type IndexDay, listDays, type MessageTable, OPEN_MESSAGES, settledMinute } from './day-slices.ts'
import { dropCopied, prepareStaged, type Staging } from './stage-slices.ts'

export interface Copying extends Pick<Staging, 'limited'> {
  readonly source: CopyPlace
  readonly target: CopyPlace
  readonly record: CopyRecord
  /** The partitions of the target that this command has compared with the source by checksums. */
  readonly compared: Set<string>
  /** The tables of the source. */
  readonly tables: readonly MessageTable[]
  /** Makes the tables of closed indices again. */
  refreshClosed(): Promise<void>
  readonly clock: Clock
  readonly progress: CopyProgress
}

export interface CopyProgress {
  begin(rows: number): void
  /** Facts about the day that is copied. */
  day(day: IndexDay): void
  rows(count: number): void
  waits(reason: string): void
  end(): void
}

export interface DayDifference extends Pick<IndexDay, 'index' | 'day'> {
  readonly difference: string
}

export interface PassResult {
  readonly copied: number
  /** Rows that were too new, or changed during the pass. */
  readonly left: number
  readonly differences: readonly DayDifference[]
}

/** A store that is being restarted. */
const RETRY_MS = 1000
const RETRIES_MS = 600_000
/** More parts of a partition than the merges of the target should be behind. */
const MAX_PARTS = 200
const MERGED_EVERY_MS = 1000

/** `isLive` while messages are stored in the source: then those of the last minute are left. */
export async function copyPass(
  copying: Copying,
  { isLive, signal }: { readonly isLive: boolean; readonly signal: AbortSignal },
): Promise<PassResult> {
  const { target, clock, progress } = copying
  const beforeMinute = isLive ? settledMinute(clock.now()) : Number.POSITIVE_INFINITY
  const found = await whileReached(copying, signal, async () => {
    await copying.refreshClosed()
    await prepareStaged(target, signal)
    await copyTemplates(copying, signal)
    return await sourceDays(copying, signal)
  })
  progress.begin(found.reduce((sum, { day }) => sum + day.rows, 0))
  const result = { copied: 0, left: 0 }
  const differences: DayDifference[] = []
  const present = await whileReached(copying, signal, () => targetRows(copying, signal))
  for (const { day, table } of found) {
    if (isCopied(day, copying, present)) {
      progress.rows(day.rows)
      continue
    }
    progress.day(day)
    const { copied, left, difference } = await whileReached(copying, signal, () =>
      copyWithColumns(day, copying, { table, beforeMinute }, signal),
    )
    result.copied += copied
    result.left += left
    if (difference !== undefined) differences.push({ index: day.index, day: day.day, difference })
  }
  await whileReached(copying, signal, () => dropDeleted(copying, signal))
  progress.end()
  return { ...result, differences }
}

/** Whether the target has the day as it was compared with the source. */
export const isCopied = (
  day: IndexDay,
  { record }: Pick<Copying, 'record'>,
  present: ReadonlyMap<string, number>,
): boolean => record.rowsOf(day) === day.rows && present.get(day.partition) === day.rows

/** Rows that got another column while they were copied are compared with it again. */
async function copyWithColumns(
  day: IndexDay,
  copying: Copying,
  which: Pick<CopyingDay, 'table' | 'beforeMinute'>,
  signal: AbortSignal,
): Promise<DayResult> {
  const { source, record, compared } = copying
  while (true) {
    const columns = await alignColumns(copying, signal)
    const rowsInTarget = (await targetRows(copying, signal)).get(day.partition) ?? 0
    const isThorough = rowsInTarget > 0 && !compared.has(day.partition)
    const work = copyingOf(copying, { ...which, columns, rowsInTarget, isThorough }, signal)
    compared.delete(day.partition)
    const result = await copyDay(day, work, signal)
    if ((await storedColumns(source, signal)).join() !== columns.join()) continue
    compared.add(day.partition)
    if (result.left === 0 && result.difference === undefined) await record.copied(day, signal)
    return result
  }
}

function copyingOf(
  copying: Copying,
  which: Pick<CopyingDay, 'table' | 'columns' | 'beforeMinute' | 'rowsInTarget' | 'isThorough'>,
  signal: AbortSignal,
): CopyingDay {
  const { target, clock, progress } = copying
  return {
    ...copying,
    ...which,
    onRows: progress.rows,
    async untilMerged({ partition }) {
      while ((await partsOf(target, partition, signal)) > MAX_PARTS) {
        progress.waits('the target merges what it has')
        await clock.sleep(MERGED_EVERY_MS, signal)
      }
    },
  }
}

/** The days of all tables of the source. */
export async function sourceDays({ source, tables }: Pick<Copying, 'source' | 'tables'>, signal: AbortSignal) {
  const found: { readonly day: IndexDay; readonly table: MessageTable }[] = []
  for (const table of tables) for (const day of await listDays(source, table, signal)) found.push({ day, table })
  return found
}

/** The rows of each partition of the target. */
export async function targetRows(
  { target }: Pick<Copying, 'target'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const days = await listDays(target, OPEN_MESSAGES, signal)
  return new Map(days.map(({ partition, rows }) => [partition, rows]))
}

/** Deletes in the target the messages that retention or a user deleted in the source. */
async function dropDeleted(copying: Copying, signal: AbortSignal): Promise<void> {
  const wanted = new Set((await sourceDays(copying, signal)).map(({ day }) => day.partition))
  for (const partition of (await targetRows(copying, signal)).keys())
    if (!wanted.has(partition)) await dropCopied(copying.target, partition, signal)
}

const Parts = Type.Object({ parts: Type.Number() })

async function partsOf(target: CopyPlace, partition: string, signal: AbortSignal): Promise<number> {
  const [found] = await target.rows(
    Parts,
    sql`SELECT toFloat64(count()) AS parts FROM system.parts WHERE active AND database = currentDatabase()
      AND table = 'messages' AND partition_id = ${partition}`,
    signal,
  )
  return found?.parts ?? 0
}

/** Repeats the work while a store is away: each begins with what is there. */
export async function whileReached<T>(
  { clock, progress }: Pick<Copying, 'clock' | 'progress'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const startedAtMs = clock.monotonicMs()
  while (true) {
    try {
      return await work()
    } catch (error) {
      if (!isNotReached(error) || clock.monotonicMs() - startedAtMs > RETRIES_MS) throw error
      progress.waits(error instanceof Error ? error.message : String(error))
      await clock.sleep(RETRY_MS, signal)
    }
  }
}
