import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { calendarUnitOf } from './calendar-ranges.ts'
import { type Interval, secondsOf } from './time-range.ts'
import { wallClock } from './zoned-time.ts'

/** The user's time zone. */
export const useZone = (): string => useIntl().timeZone ?? 'UTC'

/** `const rangeText = useRangeText()`, then `rangeText(range)` is `Last 5 minutes`. */
export function useRangeText(): (range: TimeRange) => string {
  const t = useText()
  const intl = useIntl()
  const zone = useZone()
  return useCallback(
    (range) => {
      switch (range.type) {
        case 'relative': {
          const { from, to } = secondsOf(range)
          const lengthOf = (seconds: number) => {
            const { amount, unit } = largestUnit(seconds)
            return intl.formatNumber(amount, { style: 'unit', unit, unitDisplay: 'long' })
          }
          const agoOf = (seconds: number) => t('search.range.ago', { length: lengthOf(seconds) })
          if (from === 0) return to === 0 ? t('search.range.all') : t('search.range.until', { time: agoOf(to) })
          if (to > 0) return t('search.range.fromTo', { from: agoOf(from), to: agoOf(to) })
          return t('search.range.last', { length: lengthOf(from) })
        }
        case 'absolute':
          return t('search.range.fromTo', {
            from: wallClock(Date.parse(range.from), zone),
            to: wallClock(Date.parse(range.to), zone),
          })
        case 'keyword': {
          const unit = calendarUnitOf(range)
          return unit === undefined ? range.keyword : t(`search.range.unit.${unit}`)
        }
        default:
          return range satisfies never
      }
    },
    [t, intl, zone],
  )
}

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** Time in the largest unit that divides it evenly: 90 minutes, not 1.5 hours. */
function largestUnit(seconds: number) {
  const { unit, seconds: size } = UNITS.find((one) => seconds % one.seconds === 0) ?? { unit: 'second', seconds: 1 }
  return { amount: seconds / size, unit }
}

/** `2021-05-01 10:00:00 to 2021-05-01 10:05:00` in the user's zone. */
export function useIntervalText(): (interval: Interval) => string {
  const t = useText()
  const zone = useZone()
  return useCallback(
    ({ fromMs, toMs }) => t('search.range.fromTo', { from: wallClock(fromMs, zone), to: wallClock(toMs, zone) }),
    [t, zone],
  )
}
