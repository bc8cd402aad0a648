/** Compares the messages of both stores, day by day. The next copy repairs what is different. */
import {
  type Copying,
  type DayDifference,
  differenceOf,
  sourceDays,
  type TargetServer,
  whileReached,
} from './copy-messages.ts'
import { forgetDays } from './copy-record.ts'
import { storedColumns } from './copy-schema.ts'
import { oneSource } from './copy-source.ts'
import {
  type IndexDay,
  type MessageTable,
  OPEN_MESSAGES,
  rowsIn,
  settledMinute,
  slicesOf,
  sourceSlices,
  unlike,
} from './day-slices.ts'

/** Source and servers of the target that are compared. */
type Compared = Omit<Copying, 'targets' | 'limited'> & { readonly targets: readonly TargetServer[] }

export interface Verified {
  readonly compared: number
  /** Rows that are too new to be compared. */
  readonly left: number
  readonly differences: readonly DayDifference[]
}

export async function verifyCopy(
  copying: Compared,
  { isLive, signal }: { readonly isLive: boolean; readonly signal: AbortSignal },
): Promise<Verified> {
  const { targets, progress, clock } = copying
  const beforeMinute = isLive ? settledMinute(clock.now()) : Number.POSITIVE_INFINITY
  const columns = await storedColumns(copying.source, signal)
  const days = await sourceDays(copying, signal)
  progress.begin(days.reduce((sum, { day }) => sum + day.rows, 0))
  const differences: DayDifference[] = []
  let compared = 0
  let left = 0
  for (const { day, table } of days) {
    progress.day(day)
    let rows = 0
    for (const target of targets) {
      const which = { table, columns, beforeMinute }
      const found = await whileReached(copying, signal, () => compareDay(day, copying, { ...which, target }, signal))
      rows += found.rows * target.weight
      if (found.difference === undefined) continue
      differences.push(differenceOf(copying, target, day, found.difference))
      await forgetDays(target.place, [day.partition], signal)
    }
    compared += rows
    left += Math.max(0, day.rows - rows)
    progress.rows(day.rows)
  }
  progress.end()
  return { compared, left, differences }
}

interface ComparedDay {
  readonly target: TargetServer
  readonly table: MessageTable
  readonly columns: readonly string[]
  readonly beforeMinute: number
}

async function compareDay(
  day: IndexDay,
  { source }: Compared,
  { target: { place, share }, table, columns, beforeMinute }: ComparedDay,
  signal: AbortSignal,
): Promise<{ readonly rows: number; readonly difference: string | undefined }> {
  const others = new Set(await storedColumns(oneSource(place), signal))
  // A field that has no column in the target yet: its copy has the values once it is repeated.
  const shared = columns.filter((name) => others.has(name))
  const which = { columns: shared, beforeMinute }
  const wanted = await sourceSlices(source, { table: table.name, share, ...day }, which, signal)
  const present = await slicesOf(place, { table: OPEN_MESSAGES.name, ...day }, which, signal)
  const rows = rowsIn(wanted)
  const wrong = rowsIn(unlike(wanted, present))
  const lacking = columns.length === shared.length ? '' : ', and columns of fields are missing'
  if (wrong === 0 && rowsIn(present) === rows && lacking === '') return { rows, difference: undefined }
  const difference = `minutes with ${wrong} of ${rows} messages differ, the copy has ${rowsIn(present)}${lacking}`
  return { rows, difference }
}
