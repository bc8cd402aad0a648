import { useIntl } from 'react-intl'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { isoTime } from './iso-time.ts'
import { instantMs, relativeParts } from './relative-time.tsx'
import { useNow } from './use-now.ts'

/** `2026-11-22 08:24:01`, with the age and the zone on hover. For lists and facts; sentences use `RelativeTime`. */
export function Instant({ instant }: { instant: string }) {
  const intl = useIntl()
  const at = instantMs(instant)
  const { value, unit } = relativeParts(at, useNow('minute'))
  const zone = intl.timeZone ?? ''
  return (
    <Tooltip
      label={<span translate="no">{`${intl.formatRelativeTime(value, unit, { numeric: 'auto' })} · ${zone}`}</span>}
    >
      <time dateTime={new Date(at).toISOString()} translate="no">
        {isoTime(at, intl.timeZone)}
      </time>
    </Tooltip>
  )
}
