import { zoneOffsetMs } from '@logyard/contract/dates/zone-offset'
import { fixedZone } from './date-elements.ts'
import type { LocalZone } from './date-reading.ts'
import { findIntlZone } from './intl-zone.ts'

/** Texts name few zones; those that name anything must not fill the memory. */
const MAX_ZONES = 500
const zones = new Map<string, LocalZone | undefined>()

/** The zone of an abbreviation, an offset or an IANA name: `CET`, `GMT+8`, `Europe/Berlin`. */
export function namedZone(name: string): LocalZone | undefined {
  if (zones.has(name)) return zones.get(name)
  const offsetMs = zoneOffsetMs(name)
  const zone = offsetMs === undefined ? findIntlZone(name) : fixedZone(offsetMs)
  if (zones.size >= MAX_ZONES) zones.clear()
  zones.set(name, zone)
  return zone
}
