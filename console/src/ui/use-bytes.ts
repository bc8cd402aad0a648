import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../base/text/text.tsx'

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `const bytes = useBytes()`, then `bytes(1_500_000)` is `1.5 MB`: decimal units, as for networks and disks. */
export function useBytes(): (value: number) => string {
  const intl = useIntl()
  const t = useText()
  return useCallback(
    (value) => {
      // The unit of numbers has no space ("0B") or no symbol ("0 byte") for bytes.
      if (value < 1000) return t('ui.bytes', { count: Math.round(value) })
      const power = Math.min(UNITS.length, Math.floor(Math.log10(value) / 3))
      const unit = UNITS[power - 1] ?? 'kilobyte'
      return intl.formatNumber(value / 1000 ** power, { style: 'unit', unit, maximumFractionDigits: 1 })
    },
    [intl, t],
  )
}
