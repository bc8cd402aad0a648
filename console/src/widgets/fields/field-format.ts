/** How the value of a field is written for people. */
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { wallMs } from '../time-range/zoned-time.ts'

export type FormatValue = (value: unknown, type?: string) => string

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** `2021-05-01 10:00:00.123`: the wall clock of the zone. */
function clockText(ms: number, zone: string): string {
  return new Date(wallMs(ms, zone)).toISOString().replace('T', ' ').slice(0, -1)
}

/** Instants in the user's zone, everything else as it came; lists and objects as JSON. */
function formatValue(value: unknown, type: string | undefined, zone: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (type === 'date' && typeof value === 'string' && ISO_INSTANT.test(text)) return clockText(Date.parse(text), zone)
  return text
}

export function useFormatValue(): FormatValue {
  const zone = useIntl().timeZone ?? 'UTC'
  return useMemo(() => (value, type) => formatValue(value, type, zone), [zone])
}

/** The exact instant with its zone, for hovering over a time. */
export function useExactTime(): (iso: string) => string {
  const intl = useIntl()
  return (iso) =>
    intl.formatDate(iso, {
      dateStyle: undefined,
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    })
}
