/** Formats numbers: grouped thousands, up to eight decimals, never meaningless digits. */
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { wallClock } from '../../query/time-range/zoned-time.ts'
import { instantMs } from '../../ui/time/relative-time.tsx'

/** Smaller values would be zero with eight decimals. */
const TINY = 5e-9
const HUGE = 1e15

export function formatNumber(value: number, intl: IntlShape): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < TINY || size >= HUGE))
    return intl.formatNumber(value, { notation: 'scientific', maximumSignificantDigits: 6 })
  return intl.formatNumber(value, { maximumFractionDigits: 8 })
}

/** For large single numbers: whole numbers are complete, fractions keep their significant digits. */
export function rounded(value: number): number {
  if (!Number.isFinite(value) || Number.isInteger(value)) return value
  const wholeDigits = Math.max(0, Math.ceil(Math.log10(Math.abs(value))))
  return Number(value.toPrecision(Math.max(4, wholeDigits + 2)))
}

/** For axes, where only the magnitude matters: `1.2M`. */
export const formatCompact = (value: number, intl: IntlShape): string =>
  Math.abs(value) < 10_000 || Math.abs(value) >= HUGE
    ? formatNumber(value, intl)
    : intl.formatNumber(value, { notation: 'compact', maximumFractionDigits: 2 })

/** `undefined` if there is no value. */
export type MetricFormat = (value: unknown, type: string) => string | undefined

function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const at = typeof value === 'string' ? instantMs(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

/** A metric's value by its type: dates as clock times in the user's zone, the rest as numbers. */
export function useMetricFormat(): MetricFormat {
  const intl = useIntl()
  return useMemo(
    () => (value, type) => {
      if (value === null || value === undefined || value === 'NaN') return undefined
      if (type === 'date') {
        const at = instantOf(value)
        return at === undefined ? String(value) : wallClock(Math.round(at), intl.timeZone ?? 'UTC')
      }
      return typeof value === 'number' ? formatNumber(value, intl) : String(value)
    },
    [intl],
  )
}
