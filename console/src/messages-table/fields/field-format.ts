/** Formats the values of fields. */
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { useCallback, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { wallMs } from '../../query/time-range/zoned-time.ts'

export type FormatValue = (value: unknown, type?: string) => string

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** No zone changes its offset within this time. */
const SLOT_MS = 15 * 60_000
const MAX_SLOTS = 1000
const offsets = createBoundedMap<string, number>(MAX_SLOTS)

/** The offset from UTC, cached because it is needed thousands of times for nearly the same instant. */
function offsetAt(ms: number, zone: string): number {
  const slotMs = Math.floor(ms / SLOT_MS) * SLOT_MS
  const key = `${zone} ${slotMs}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const offset = wallMs(slotMs, zone) - slotMs
  offsets.set(key, offset)
  return offset
}

/** `2021-05-01 10:00:00.123`: the clock time in the zone. */
function clockText(ms: number, zone: string): string {
  return new Date(ms + offsetAt(ms, zone)).toISOString().replace('T', ' ').slice(0, -1)
}

/** Instants in the user's zone, everything else unchanged; lists and objects as JSON. */
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

/** The exact instant with its offset, `2021-05-01 10:00:00.123 +02:00`: in details, and for the tooltip of a time. */
export function useExactTime(): (iso: string) => string {
  const zone = useIntl().timeZone ?? 'UTC'
  return useCallback(
    (iso) => {
      const ms = Date.parse(iso)
      return Number.isNaN(ms) ? iso : `${clockText(ms, zone)} ${offsetText(offsetAt(ms, zone))}`
    },
    [zone],
  )
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}
