import type { WorkProgress } from '@logyard/contract/search/search-jobs'
import { useText } from '../../base/text/text.tsx'

type Unit = 'one' | 'thousand' | 'million' | 'billion'
const UNITS: readonly (readonly [unit: Unit, size: number])[] = [
  ['billion', 1e9],
  ['million', 1e6],
  ['thousand', 1e3],
  ['one', 1],
]

const MINUTE_SECONDS = 60
/** Above that many seconds, whole minutes say enough. */
const SECONDS_UP_TO = 90

/** "12.4 of 80 million rows read, 14 s left"; undefined as long as nothing is known. */
export function useProgressText(): (progress: WorkProgress | undefined) => string | undefined {
  const t = useText()
  function left(seconds: number): string {
    return seconds > SECONDS_UP_TO
      ? t('ui.progress.minutesLeft', { minutes: Math.round(seconds / MINUTE_SECONDS) })
      : t('ui.progress.secondsLeft', { seconds })
  }
  function read({ percent, rows_read, rows_total }: WorkProgress): string {
    if (rows_read === null || rows_total === null) return t('ui.progress.percent', { percent })
    const [unit, size] = UNITS.find(([, from]) => rows_total >= from) ?? (['one', 1] as const)
    const digits = unit === 'one' ? 0 : decimals(rows_total / size)
    const rounded = (rows: number) => Number((rows / size).toFixed(digits))
    return t(`ui.progress.rows.${unit}`, { read: rounded(rows_read), total: rounded(rows_total) })
  }
  return (progress) => {
    if (progress === undefined) return undefined
    const { seconds_left: seconds } = progress
    return seconds === null
      ? read(progress)
      : t('ui.progress.both', { read: read(progress), left: left(Math.max(1, seconds)) })
  }
}

/** Three digits of the total: the figures are estimates, and change while they are read. */
const decimals = (total: number): number => (total >= 100 ? 0 : total >= 10 ? 1 : 2)
