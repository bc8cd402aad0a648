/** Compares the messages of both stores, day by day. The next copy repairs what is different. */
import type { Copying, DayDifference } from './copy-messages.ts'
import { sourceDays, whileReached } from './copy-messages.ts'
import { forgetDays } from './copy-record.ts'
import { storedColumns } from './copy-schema.ts'
import { OPEN_MESSAGES, rowsIn, settledMinute, slicesOf, unlike } from './day-slices.ts'

export interface Verified {
  readonly compared: number
  /** Rows that are too new to be compared. */
  readonly left: number
  readonly differences: readonly DayDifference[]
}

export async function verifyCopy(
  copying: Omit<Copying, 'record' | 'compared' | 'limited'>,
  { isLive, signal }: { readonly isLive: boolean; readonly signal: AbortSignal },
): Promise<Verified> {
  const { source, target, progress, clock } = copying
  const beforeMinute = isLive ? settledMinute(clock.now()) : Number.POSITIVE_INFINITY
  const columns = await storedColumns(source, signal)
  const others = new Set(await storedColumns(target, signal))
  const shared = columns.filter((name) => others.has(name))
  const days = await sourceDays(copying, signal)
  progress.begin(days.reduce((sum, { day }) => sum + day.rows, 0))
  const differences: DayDifference[] = []
  const different: string[] = []
  let compared = 0
  let left = 0
  for (const { day, table } of days) {
    progress.day(day)
    await whileReached(copying, signal, async () => {
      // A field that has no column in the target yet: its copy has the values once it is repeated.
      const which = { columns: shared, beforeMinute }
      const wanted = await slicesOf(source, { table: table.name, ...day }, which, signal)
      const present = await slicesOf(target, { table: OPEN_MESSAGES.name, ...day }, which, signal)
      const wrong = rowsIn(unlike(wanted, present))
      const more = rowsIn(present) - rowsIn(wanted)
      const lacking = columns.length === shared.length ? '' : ', and columns of fields are missing'
      if (wrong > 0 || more !== 0 || lacking !== '') {
        const difference = `minutes with ${wrong} of ${rowsIn(wanted)} messages differ, the copy has ${rowsIn(present)}${lacking}`
        differences.push({ index: day.index, day: day.day, difference })
        different.push(day.partition)
      }
      compared += rowsIn(wanted)
      left += Math.max(0, day.rows - rowsIn(wanted))
    })
    progress.rows(day.rows)
  }
  await forgetDays(target, different, signal)
  progress.end()
  return { compared, left, differences }
}
