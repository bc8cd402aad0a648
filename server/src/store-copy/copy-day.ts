/** Copies one index and day, as far as the target does not have it. */
import type { CopyPlace } from './copy-place.ts'
import type { CopyRecord } from './copy-record.ts'
import { type IndexDay, type MessageTable, OPEN_MESSAGES, rowsIn, type Slice, slicesOf, unlike } from './day-slices.ts'
import { attachStaged, deleteCopied, type Staging, stageSlices } from './stage-slices.ts'

/** Rows that are staged, compared and added to the messages together. */
const ROWS_AT_ONCE = 1_000_000
/** Copies of the same slices: the second one excludes an accident. */
const ATTEMPTS = 2

export interface CopyingDay extends Staging {
  readonly source: CopyPlace
  readonly target: CopyPlace
  readonly table: MessageTable
  readonly record: CopyRecord
  /** Slices from this minute on may still grow. */
  readonly beforeMinute: number
  /** Rows of the day in the target. */
  readonly rowsInTarget: number
  /** Called before rows are added to the target. */
  untilMerged(day: IndexDay): Promise<void>
  /** Called with rows that were copied, or were there. */
  onRows(rows: number): void
}

export interface DayResult {
  readonly copied: number
  /** Rows that are left to a later pass. */
  readonly left: number
  readonly difference: string | undefined
}

export async function copyDay(day: IndexDay, copying: CopyingDay, signal: AbortSignal): Promise<DayResult> {
  const { target, record, rowsInTarget, onRows } = copying
  const known = record.rowsOf(day)
  if (known !== undefined && known === day.rows && rowsInTarget === day.rows) {
    onRows(day.rows)
    return { copied: 0, left: 0, difference: undefined }
  }
  const wanted = await sourceSlices(day, copying, signal)
  const present = rowsInTarget === 0 ? [] : await targetSlices(day, copying, signal)
  const wrong = unlike(present, wanted)
  // They got late messages, or their index was deleted meanwhile. Nobody reads the target yet.
  if (wrong.length > 0) await deleteCopied(target, day, wrong, signal)
  const missing = unlike(wanted, present)
  onRows(rowsIn(wanted) - rowsIn(missing))
  let copied = 0
  let left = Math.max(0, day.rows - rowsIn(wanted))
  for (const batch of batchesOf(missing)) {
    await copying.untilMerged(day)
    const outcome = await copyBatch(day, batch, copying, signal)
    if (outcome === 'changed') left += rowsIn(batch)
    else if (outcome !== undefined) return { copied, left, difference: outcome }
    else copied += rowsIn(batch)
    onRows(rowsIn(batch))
  }
  return { copied, left, difference: undefined }
}

/** `changed` if the source has other rows than before, and why the copy is not right otherwise. */
async function copyBatch(
  day: IndexDay,
  batch: readonly Slice[],
  copying: CopyingDay,
  signal: AbortSignal,
): Promise<'changed' | string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const wrong = await stageSlices(day, batch, copying, signal)
    if (wrong.length === 0) {
      await attachStaged(copying.target, day, signal)
      return undefined
    }
    const now = await sourceSlices(day, copying, signal)
    if (unlike(batch, now).length > 0) return 'changed'
    if (attempt < ATTEMPTS) continue
    const [first] = wrong
    const minute = new Date((first?.minute ?? 0) * 60_000).toISOString().slice(0, 16)
    return `the copy of ${rowsIn(wrong)} messages is not like the source, first of those received at ${minute}`
  }
}

const sourceSlices = (day: IndexDay, { source, table, ...which }: CopyingDay, signal: AbortSignal) =>
  slicesOf(source, { table: table.name, ...day }, which, signal)

const targetSlices = (day: IndexDay, { target, ...which }: CopyingDay, signal: AbortSignal) =>
  slicesOf(target, { table: OPEN_MESSAGES.name, ...day }, which, signal)

/** Slices that follow each other, with at most so many rows unless one has more. */
function batchesOf(slices: readonly Slice[]): readonly (readonly Slice[])[] {
  const batches: Slice[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const slice of slices) {
    if (rows + slice.rows > ROWS_AT_ONCE) {
      batches.push([])
      rows = 0
    }
    batches.at(-1)?.push(slice)
    rows += slice.rows
  }
  return batches
}
