import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import { useZone } from '../../query/time-range/use-range-text.ts'
import { wallClock } from '../../query/time-range/zoned-time.ts'

const DAY_LENGTH = 10

/** Whether the range lies within one day of the user's zone: dates in its rows would all be the same. */
export function useIsOneDay(range: EffectiveRange | undefined): boolean {
  const zone = useZone()
  if (range === undefined) return false
  const dayOf = (iso: string) => wallClock(Date.parse(iso), zone).slice(0, DAY_LENGTH)
  return dayOf(range.from) === dayOf(range.to)
}
