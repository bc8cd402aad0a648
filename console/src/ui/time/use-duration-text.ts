import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { splitDuration } from './duration.ts'

const UNITS = { seconds: 'second', minutes: 'minute', hours: 'hour', days: 'day' } as const

/** `const durationText = useDurationText()`, then `durationText(300_000)` is `5 minutes`. */
export function useDurationText(): (ms: number) => string {
  const intl = useIntl()
  const t = useText()
  return useCallback(
    (ms) => {
      const whole = ms > 0 && ms % 1000 === 0
      const { amount, unit } = splitDuration(ms)
      const [shown, name] = whole ? [amount, UNITS[unit]] : [ms, 'millisecond']
      return t('ui.duration', {
        duration: intl.formatNumber(shown, { style: 'unit', unit: name, unitDisplay: 'long' }),
      })
    },
    [intl, t],
  )
}
