import { createBoundedMap } from '../../caches/bounded-map.ts'
import { findIntlZone, type IntlZone } from '../../dates/intl-zone.ts'

/** Messages may name any zone: the cache must not grow without a limit. */
const MAX_ZONES = 500
/** `null`: there is no such zone. */
const zones = createBoundedMap<string, IntlZone | null>(MAX_ZONES)

/** The zone of an IANA name in any case, or of an offset such as `+01:00`. Undefined if there is none. */
export function findRuleZone(id: string): IntlZone | undefined {
  const known = zones.get(id)
  if (known !== undefined) return known ?? undefined
  const zone = findIntlZone(id)
  zones.set(id, zone ?? null)
  return zone
}
