import type { WorkCost, WorkProgress } from '@logyard/contract/search/search-jobs'
import type { Caller } from '../../http/caller.ts'
import type { ProgressFigures, ReadFigures } from './progress.ts'

/** Only callers who may read all streams learn numbers of rows: the engine also reads rows of other streams. */
export function progressAnswer(figures: ProgressFigures | undefined, caller: Caller): WorkProgress | undefined {
  if (figures === undefined) return undefined
  const { share, rowsRead, rowsTotal, secondsLeft } = figures
  const seesRows = caller.holds('streams:read:*')
  return {
    percent: Math.floor(share * 100),
    seconds_left: secondsLeft === undefined ? null : Math.ceil(secondsLeft),
    rows_read: seesRows ? rowsRead : null,
    rows_total: seesRows ? rowsTotal : null,
  }
}

/** For the same callers. */
export function costAnswer({ rows, bytes }: ReadFigures, milliseconds: number, seesRows: boolean): WorkCost {
  return { rows: seesRows ? rows : null, bytes: seesRows ? bytes : null, milliseconds: Math.round(milliseconds) }
}
