import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { parsePeriod } from './iso-period.ts'

/** `const periodText = usePeriodText()`, then `periodText('P1DT6H')` is `1 day, 6 hours`. */
export function usePeriodText(): (period: string) => string | undefined {
  const intl = useIntl()
  return useCallback(
    (period) => {
      const parts = parsePeriod(period)
      if (parts === undefined) return undefined
      const words = parts.map(({ unit, amount }) =>
        intl.formatNumber(amount, { style: 'unit', unit, unitDisplay: 'long' }),
      )
      return intl.formatList(words, { type: 'unit', style: 'long' })
    },
    [intl],
  )
}
