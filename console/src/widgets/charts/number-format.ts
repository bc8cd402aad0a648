/** Writes numbers: three significant digits with their unit, whole numbers in full, never meaningless digits. */
import type { NumberFormat, Series } from '@logyard/contract/views/view-state'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { wallClock } from '../../query/time-range/zoned-time.ts'
import { instantMs } from '../../ui/time/relative-time.tsx'
import { formatOf } from '../../view-document/model/number-unit.ts'

const DIGITS = 3
const HUGE = 1e15
const TINY = 1e-6

/** All digits, grouped. */
export function formatExact(value: number, intl: IntlShape): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < 5e-9 || size >= HUGE))
    return intl.formatNumber(value, { notation: 'scientific', maximumSignificantDigits: 6 })
  return intl.formatNumber(value, { maximumFractionDigits: 8 })
}

/** Whole numbers are complete; fractions have three significant digits, and always their whole part. */
export function formatNumber(value: number, intl: IntlShape): string {
  const size = Math.abs(value)
  if (Number.isInteger(value) && size < HUGE) return intl.formatNumber(value)
  if (size !== 0 && (size < TINY || size >= HUGE))
    return intl.formatNumber(value, { notation: 'scientific', maximumSignificantDigits: DIGITS })
  return intl.formatNumber(value, size < 1000 ? { maximumSignificantDigits: DIGITS } : { maximumFractionDigits: 0 })
}

/** From `from` on only the magnitude: `1.25M`. */
export const formatCompact = (value: number, intl: IntlShape, from = 10_000): string =>
  Math.abs(value) < from || Math.abs(value) >= HUGE
    ? formatNumber(value, intl)
    : intl.formatNumber(value, { notation: 'compact', maximumSignificantDigits: DIGITS })

/** Units from the smallest to the largest, each with its factor to the previous one. */
type Scale = readonly (readonly [factor: number, name: string])[]
const DURATIONS: Scale = [
  [1, 'µs'],
  [1000, 'ms'],
  [1000, 's'],
  [60, 'min'],
  [60, 'h'],
  [24, 'd'],
]
const BYTES: Scale = [
  [1, 'B'],
  [1000, 'kB'],
  [1000, 'MB'],
  [1000, 'GB'],
  [1000, 'TB'],
  [1000, 'PB'],
]

/** The value in the largest unit in which it is at least 1. */
function scaled(value: number, scale: Scale): readonly [value: number, name: string] {
  let [name, rest] = [scale[0]?.[1] ?? '', value]
  for (const [factor, next] of scale.slice(1)) {
    if (Math.abs(rest) < factor) break
    rest /= factor
    name = next
  }
  return [rest, name]
}

export interface WrittenIn {
  /** From this number on only the magnitude is written. */
  readonly compactFrom?: number
}

/** A number in its unit. */
export function formatMeasure(
  value: number,
  { unit, suffix = '' }: NumberFormat,
  intl: IntlShape,
  { compactFrom = HUGE }: WrittenIn = {},
): string {
  const plain = (number: number) => formatCompact(number, intl, compactFrom)
  switch (unit) {
    case 'none':
      return plain(value)
    case 'custom':
      return joined(plain(value), suffix)
    case 'percent':
      return joined(plain(value), '%')
    case 'ratio':
      return joined(plain(value * 100), '%')
    case 'ms':
      return inScale(value * 1000, DURATIONS, 'ms', intl)
    case 's':
      return inScale(value * 1e6, DURATIONS, 's', intl)
    case 'bytes':
      return inScale(value, BYTES, 'B', intl)
    case 'EUR':
    case 'USD':
      return intl.formatNumber(value, {
        style: 'currency',
        currency: unit,
        ...(Math.abs(value) >= Math.min(compactFrom, 1e6)
          ? { notation: 'compact', maximumSignificantDigits: DIGITS }
          : { maximumFractionDigits: Math.abs(value) >= 1000 ? 0 : 2 }),
      })
    default:
      return unit satisfies never
  }
}

function inScale(value: number, scale: Scale, base: string, intl: IntlShape): string {
  if (value === 0) return joined('0', base)
  const [number, name] = scaled(value, scale)
  return joined(formatNumber(number, intl), name)
}

/** A no-break space keeps a number and its unit on one line. */
const joined = (number: string, unit: string): string => (unit === '' ? number : `${number}\u00a0${unit}`)

const BASE_UNITS: Readonly<Record<Exclude<NumberFormat['unit'], 'custom'>, string>> = {
  none: '',
  percent: '%',
  ratio: '',
  ms: 'ms',
  s: 's',
  bytes: 'B',
  EUR: 'EUR',
  USD: 'USD',
}

/** The value with all digits, in the unit in which it was measured. */
export const exactMeasure = (value: number, { unit, suffix = '' }: NumberFormat, intl: IntlShape): string =>
  joined(formatExact(value, intl), unit === 'custom' ? suffix : BASE_UNITS[unit])

function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const at = typeof value === 'string' ? instantMs(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

export interface MetricText {
  readonly text: string
  /** Text with all digits, for hovering. */
  readonly exact: string
}

/** `undefined` if there is no value. */
export type MetricFormat = (value: unknown, series: Series, type: string, how?: WrittenIn) => MetricText | undefined

/** A metric's value by its type: dates as clock times in the user's zone, the rest as numbers in their unit. */
export function useMetricFormat(): MetricFormat {
  const intl = useIntl()
  return useMemo(
    () => (value, series, type, how) => {
      if (value === null || value === undefined || value === 'NaN') return undefined
      if (type === 'date') {
        const at = instantOf(value)
        const text = at === undefined ? String(value) : wallClock(Math.round(at), intl.timeZone ?? 'UTC')
        return { text, exact: text }
      }
      if (typeof value !== 'number') return { text: String(value), exact: String(value) }
      const format = formatOf(series)
      return { text: formatMeasure(value, format, intl, how), exact: exactMeasure(value, format, intl) }
    },
    [intl],
  )
}
