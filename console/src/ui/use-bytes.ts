import { useCallback } from 'react'
import { useIntl } from 'react-intl'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `const bytes = useBytes()`, then `bytes(1_500_000)` is `1.5 MB`: decimal units, as for networks and disks. */
export function useBytes(): (value: number) => string {
  const intl = useIntl()
  return useCallback(
    (value) => {
      const power = value < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(value) / 3))
      const unit = UNITS[power] ?? 'byte'
      return intl.formatNumber(value / 1000 ** power, {
        style: 'unit',
        unit,
        unitDisplay: power === 0 ? 'narrow' : 'short',
        maximumFractionDigits: power === 0 ? 0 : 1,
      })
    },
    [intl],
  )
}
