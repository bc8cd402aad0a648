import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../base/text/text.tsx'

/** `const rate = useRate()`, then `rate(9.3)` is `9.3 msg/s`. */
export function useRate(): (perSecond: number) => string {
  const intl = useIntl()
  const t = useText()
  return useCallback(
    (perSecond) => {
      const digits = perSecond < 1 ? 2 : perSecond < 10 ? 1 : 0
      return t('ui.rate', { rate: intl.formatNumber(perSecond, { maximumFractionDigits: digits }) })
    },
    [intl, t],
  )
}
