import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { splitDuration } from './duration.ts'

const UNITS = { seconds: 'second', minutes: 'minute', hours: 'hour', days: 'day' } as const

/** `const durationText = useDurationText()`, then `durationText(300_000)` is `5 minutes`. */
export function useDurationText(): (ms: number) => string {
  const intl = useIntl()
  return useCallback(
    (ms) => {
      const whole = ms > 0 && ms % 1000 === 0
      const { amount, unit } = splitDuration(ms)
      const [shown, name] = whole ? [amount, UNITS[unit]] : [ms, 'millisecond']
      return intl.formatNumber(shown, { style: 'unit', unit: name, unitDisplay: 'long' })
    },
    [intl],
  )
}
