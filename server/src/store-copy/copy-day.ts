/** Copies one index and day, as far as the target does not have it. */
import {
  type IndexDay,
  OPEN_MESSAGES,
  rowsIn,
  SLICE_MS,
  type Slice,
  slicesOf,
  sourceSlices,
  unlike,
} from './day-slices.ts'
import { attachStaged, deleteCopied, type Staging, stageSlices } from './stage-slices.ts'

/** Rows that are staged, compared and added to the messages together. */
const ROWS_AT_ONCE = 1_000_000
/** Copies of the same slices: the second one excludes an accident. */
const ATTEMPTS = 2

export interface CopyingDay extends Staging {
  /** Slices from this minute on may still grow. */
  readonly beforeMinute: number
  /**
   * Compares all columns of what the target has with the source, too. Otherwise counts tell which minutes it lacks: each of
   * its minutes was compared before it was added, and messages do not change.
   */
  readonly isThorough: boolean
  /** Rows of the day in the target. */
  readonly rowsInTarget: number
  /** Called before rows are added to the target. */
  untilMerged(day: IndexDay): Promise<void>
  /** Called with rows that were copied, or were there. */
  onRows(rows: number): void
}

export interface DayResult {
  /** Rows of the target that are like those of the source. */
  readonly rows: number
  readonly copied: number
  /** Rows that are left to a later pass. */
  readonly left: number
  readonly difference: string | undefined
}

export async function copyDay(day: IndexDay, copying: CopyingDay, signal: AbortSignal): Promise<DayResult> {
  const { target, rowsInTarget, onRows } = copying
  const { source, share, table, columns, beforeMinute } = copying
  const which = { columns: copying.isThorough ? columns : undefined, beforeMinute }
  const rowsOfSource = { table: table.name, share, ...day }
  const wanted = await sourceSlices(source, rowsOfSource, which, signal)
  const later = Number.isFinite(beforeMinute)
    ? await sourceSlices(source, rowsOfSource, { columns: undefined, fromMinute: beforeMinute }, signal)
    : []
  const present = rowsInTarget === 0 ? [] : await slicesOf(target, { table: OPEN_MESSAGES.name, ...day }, which, signal)
  const wrong = unlike(present, wanted)
  // They got late messages, or their index was deleted meanwhile. Nobody reads the target yet.
  if (wrong.length > 0) await deleteCopied(target, day, wrong, signal)
  const missing = unlike(wanted, present)
  onRows(rowsIn(wanted) - rowsIn(missing))
  let copied = 0
  let left = rowsIn(later)
  for (const batch of batchesOf(missing)) {
    await copying.untilMerged(day)
    const outcome = await copyBatch(day, batch, copying, signal)
    if (outcome === 'copied') copied += rowsIn(batch)
    else if (outcome === 'changed') left += rowsIn(batch)
    else return { rows: 0, copied, left, difference: outcome.difference }
    onRows(rowsIn(batch))
  }
  return { rows: rowsIn(wanted), copied, left, difference: undefined }
}

/** `changed` if the source got or lost rows meanwhile. */
async function copyBatch(
  day: IndexDay,
  minutes: readonly Slice[],
  copying: CopyingDay,
  signal: AbortSignal,
): Promise<'copied' | 'changed' | { readonly difference: string }> {
  const { source, target, share, table, columns } = copying
  const sums = () => sourceSlices(source, { table: table.name, share, ...day }, { columns, among: minutes }, signal)
  const batch = await sums()
  for (let attempt = 1; ; attempt++) {
    const wrong = await stageSlices(day, batch, copying, signal)
    if (wrong.length === 0) {
      await attachStaged(target, day, signal)
      return 'copied'
    }
    if (unlike(batch, await sums()).length > 0) return 'changed'
    if (attempt < ATTEMPTS) continue
    const [first] = wrong
    const minute = new Date((first?.minute ?? 0) * SLICE_MS).toISOString().slice(0, 16)
    const difference = `the copy of ${rowsIn(wrong)} messages is not like the source, first of those received at ${minute}`
    return { difference }
  }
}

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
