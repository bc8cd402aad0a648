import { findIntlZone, type IntlZone } from '../../dates/intl-zone.ts'

/** Messages may name any zone: the cache must not grow without a limit. */
const MAX_ZONES = 500
const zones = new Map<string, IntlZone | undefined>()

/** The zone of an IANA name in any case, or of an offset such as `+01:00`. Undefined if there is none. */
export function findRuleZone(id: string): IntlZone | undefined {
  if (zones.has(id)) return zones.get(id)
  const zone = findIntlZone(id)
  if (zones.size >= MAX_ZONES) zones.clear()
  zones.set(id, zone)
  return zone
}
