import { useCallback } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { Interval } from '../../../query/time-range/time-range.ts'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import { wallClock } from '../../../query/time-range/zoned-time.ts'

/** Shorter ranges need milliseconds. */
const WHOLE_SECONDS_FROM_MS = 10_000
const DAY_LENGTH = '2021-05-01 '.length

/** `2021-05-01 10:00:00 to 10:05:00`: the day once, milliseconds only in short ranges; nothing for all messages. */
export function useSearchedRangeText(): (interval: Interval) => string {
  const t = useText()
  const zone = useZone()
  return useCallback(
    ({ fromMs, toMs }) => {
      if (fromMs <= 0) return ''
      const isLong = toMs - fromMs >= WHOLE_SECONDS_FROM_MS
      const clock = (ms: number) => wallClock(isLong ? Math.floor(ms / 1000) * 1000 : ms, zone)
      const [from, to] = [clock(fromMs), clock(toMs)]
      const isOneDay = from.slice(0, DAY_LENGTH) === to.slice(0, DAY_LENGTH)
      return t('search.range.fromTo', { from, to: isOneDay ? to.slice(DAY_LENGTH) : to })
    },
    [t, zone],
  )
}
