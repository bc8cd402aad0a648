import { useIntl } from 'react-intl'
import { useNow } from './use-now.ts'

/** The current time in a zone, ticking, with the zone's name below it. */
export function Clock({ zone }: { zone: string }) {
  const intl = useIntl()
  const now = useNow('second')
  const at = intl.formatDate(now, {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  return (
    <time translate="no">
      {at}
      <br />
      {zone}
    </time>
  )
}
