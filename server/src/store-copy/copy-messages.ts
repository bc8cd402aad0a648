/** Copies all messages once over: index by index and day by day, what the target does not have yet. */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { type CopyingDay, copyDay, type DayResult } from './copy-day.ts'
import { type CopyPlace, isNotReached } from './copy-place.ts'
import type { CopyRecord } from './copy-record.ts'
import { alignColumns, storedColumns } from './copy-schema.ts'
import type { CopySource } from './copy-source.ts'
import { copyTemplates } from './copy-templates.ts'
import {
  type IndexDay,
  listDays,
  listSourceDays,
  type MessageTable,
  OPEN_MESSAGES,
  type Share,
  settledMinute,
} from './day-slices.ts'
import { dropCopied, prepareStaged, type Staging } from './stage-slices.ts'

/** A server that messages are copied to. */
export interface TargetServer {
  readonly place: CopyPlace
  /** The rows of its shard. */
  readonly share: Share
  /** How much of a message it has: with two replicas, each has half of it. */
  readonly weight: number
}

export interface CopyTarget extends TargetServer {
  readonly record: CopyRecord
  /** The partitions that this command has compared with the source by checksums. */
  readonly compared: Set<string>
}

export interface Copying extends Pick<Staging, 'limited'> {
  readonly source: CopySource
  /** All servers of the store that messages are copied to. */
  readonly targets: readonly CopyTarget[]
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
  const { targets, clock, progress } = copying
  const beforeMinute = isLive ? settledMinute(clock.now()) : Number.POSITIVE_INFINITY
  const found = await whileReached(copying, signal, async () => {
    await copying.refreshClosed()
    for (const { place } of targets) {
      await prepareStaged(place, signal)
      await copyTemplates({ ...copying, target: place }, signal)
    }
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
    const behind = targets.filter((one) => !isSame(day, one, present))
    for (const target of behind.length > 0 ? behind : targets) {
      const { copied, left, difference } = await whileReached(copying, signal, () =>
        copyWithColumns(day, copying, { target, table, beforeMinute }, signal),
      )
      result.copied += copied * target.weight
      result.left += left * target.weight
      if (difference !== undefined) differences.push(differenceOf(copying, target, day, difference))
    }
  }
  await whileReached(copying, signal, () => dropDeleted(copying, signal))
  progress.end()
  return { ...result, differences }
}

/** Whether the servers of the target have the day as it was compared with the source, and all of it together. */
export function isCopied(day: IndexDay, { targets }: Pick<Copying, 'targets'>, present: TargetRows): boolean {
  const rows = targets.reduce((sum, one) => sum + rowsIn(present, one, day) * one.weight, 0)
  return targets.every((one) => isSame(day, one, present)) && Math.round(rows) === day.rows
}

const isSame = (day: IndexDay, target: CopyTarget, present: TargetRows): boolean =>
  target.record.rowsOf(day) === rowsIn(present, target, day)

export function differenceOf(
  { targets }: { readonly targets: readonly TargetServer[] },
  { place }: TargetServer,
  { index, day }: IndexDay,
  difference: string,
): DayDifference {
  return { index, day, difference: targets.length === 1 ? difference : `${difference} (${place.title})` }
}

/** Rows that got another column while they were copied are compared with it again. */
async function copyWithColumns(
  day: IndexDay,
  copying: Copying,
  { target, ...which }: Pick<CopyingDay, 'table' | 'beforeMinute'> & { readonly target: CopyTarget },
  signal: AbortSignal,
): Promise<DayResult> {
  const { source } = copying
  const { place, record, compared } = target
  while (true) {
    const columns = await alignColumns({ source, target: place }, signal)
    const rowsInTarget = (await rowsOf(place, signal)).get(day.partition) ?? 0
    const isThorough = rowsInTarget > 0 && !compared.has(day.partition)
    const work = copyingOf(copying, target, { ...which, columns, rowsInTarget, isThorough }, signal)
    compared.delete(day.partition)
    const result = await copyDay(day, work, signal)
    if ((await storedColumns(source, signal)).join() !== columns.join()) continue
    compared.add(day.partition)
    if (result.left === 0 && result.difference === undefined) await record.copied(day, result.rows, signal)
    return result
  }
}

function copyingOf(
  copying: Copying,
  { place, share, weight }: CopyTarget,
  which: Pick<CopyingDay, 'table' | 'columns' | 'beforeMinute' | 'rowsInTarget' | 'isThorough'>,
  signal: AbortSignal,
): CopyingDay {
  const { clock, progress } = copying
  return {
    ...copying,
    ...which,
    target: place,
    share,
    onRows: (rows) => progress.rows(rows * weight),
    async untilMerged({ partition }) {
      while ((await partsOf(place, partition, signal)) > MAX_PARTS) {
        progress.waits('the target merges what it has')
        await clock.sleep(MERGED_EVERY_MS, signal)
      }
    },
  }
}

/** The days of all tables of the source. */
export async function sourceDays({ source, tables }: Pick<Copying, 'source' | 'tables'>, signal: AbortSignal) {
  const found: { readonly day: IndexDay; readonly table: MessageTable }[] = []
  for (const table of tables) for (const day of await listSourceDays(source, table, signal)) found.push({ day, table })
  return found
}

/** The rows of each partition of each server of the target. */
type TargetRows = ReadonlyMap<CopyTarget, ReadonlyMap<string, number>>

export async function targetRows({ targets }: Pick<Copying, 'targets'>, signal: AbortSignal): Promise<TargetRows> {
  return new Map(await Promise.all(targets.map(async (one) => [one, await rowsOf(one.place, signal)] as const)))
}

const rowsIn = (present: TargetRows, target: CopyTarget, { partition }: IndexDay): number =>
  present.get(target)?.get(partition) ?? 0

async function rowsOf(place: CopyPlace, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const days = await listDays(place, OPEN_MESSAGES, signal)
  return new Map(days.map(({ partition, rows }) => [partition, rows]))
}

/** Deletes in the target the messages that retention or a user deleted in the source. */
async function dropDeleted(copying: Copying, signal: AbortSignal): Promise<void> {
  const wanted = new Set((await sourceDays(copying, signal)).map(({ day }) => day.partition))
  for (const [{ place }, partitions] of await targetRows(copying, signal))
    for (const partition of partitions.keys()) if (!wanted.has(partition)) await dropCopied(place, partition, signal)
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
