import { zoneOffsetMs } from '@logyard/contract/dates/zone-offset'
import { createBoundedMap } from '../caches/bounded-map.ts'
import { fixedZone } from './date-elements.ts'
import type { LocalZone } from './date-reading.ts'
import { findIntlZone } from './intl-zone.ts'

/** Texts name few zones; those that name anything must not fill the memory. */
const MAX_ZONES = 500
/** `null`: there is no such zone. */
const zones = createBoundedMap<string, LocalZone | null>(MAX_ZONES)

/** The zone of an abbreviation, an offset or an IANA name: `CET`, `GMT+8`, `Europe/Berlin`. */
export function namedZone(name: string): LocalZone | undefined {
  const known = zones.get(name)
  if (known !== undefined) return known ?? undefined
  const offsetMs = zoneOffsetMs(name)
  const zone = offsetMs === undefined ? findIntlZone(name) : fixedZone(offsetMs)
  zones.set(name, zone ?? null)
  return zone
}
