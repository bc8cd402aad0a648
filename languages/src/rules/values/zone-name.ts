import { createBoundedMap } from '../../caches/bounded-map.ts'
import type { RuleZone } from './rule-date-time.ts'

/** Languages abbreviate only the zones of their own countries; others get an offset. */
const LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA']
const OFFSET = /^(?:GMT|UTC)[+-]/

/** Formats write many dates of few zones. */
const MAX_CACHED = 500
const names = createBoundedMap<string, string>(MAX_CACHED)

/** `EST`, or `Eastern Standard Time`. */
export function zoneName(zone: RuleZone, instantMs: number, length: 'short' | 'long'): string {
  if (zone.id === 'UTC') return length === 'short' ? 'UTC' : 'Coordinated Universal Time'
  // Daylight saving time has a name of its own.
  const key = `${zone.id} ${zone.offsetAt(instantMs)} ${length}`
  const known = names.get(key)
  if (known !== undefined) return known
  const found = LOCALES.map((locale) => nameIn(locale, zone.id, instantMs, length))
  const name = found.find((each) => !OFFSET.test(each)) ?? found[0] ?? zone.id
  names.set(key, name)
  return name
}

function nameIn(locale: string, timeZone: string, instantMs: number, timeZoneName: 'short' | 'long'): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(instantMs)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
