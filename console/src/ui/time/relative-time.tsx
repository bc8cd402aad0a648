import { useIntl } from 'react-intl'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { isoTime } from './iso-time.ts'
import { type NowInterval, useNow } from './use-now.ts'

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** Time in the largest unit that fits at least once: 3,700 s is `1 hour ago`. */
export function relativeParts(instantMs: number, nowMs: number): { value: number; unit: Intl.RelativeTimeFormatUnit } {
  const seconds = Math.round((instantMs - nowMs) / 1000)
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return { value: Math.trunc(seconds / size), unit }
}

/** Parses both formats of the API: `...Z` and `...+0000`. */
export const instantMs = (text: string): number => Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))

/** `5 minutes ago`, with the exact instant in the user's zone on hover. For sentences; lists use `Instant`. */
export function RelativeTime({ instant, every = 'minute' }: { instant: string; every?: NowInterval }) {
  const intl = useIntl()
  const now = useNow(every)
  const at = instantMs(instant)
  const { value, unit } = relativeParts(at, now)
  return (
    <Tooltip
      label={<span translate="no">{`${isoTime(at, intl.timeZone, 'millisecond')} ${intl.timeZone ?? ''}`}</span>}
    >
      <time dateTime={new Date(at).toISOString()} translate="no">
        {intl.formatRelativeTime(value, unit, { numeric: 'auto' })}
      </time>
    </Tooltip>
  )
}
