import { isoTime } from './iso-time.ts'
import { useNow } from './use-now.ts'

/** The current time in a zone, ticking, with the zone's name. */
export function Clock({ zone }: { zone: string }) {
  return (
    <time translate="no">
      {isoTime(useNow('second'), zone)} {zone}
    </time>
  )
}
