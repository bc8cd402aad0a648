import { zoneOffsetMs } from '@logyard/contract/dates/zone-offset'
import { isoInstant } from '../iso-date.ts'
import { ENGLISH_MONTHS, type MonthNames, monthDateInstant, readMonthDate } from '../month-date.ts'
import { findTimeZone, type TimeZone, UTC } from '../time-zone.ts'

export interface CefDateContext {
  readonly zone: TimeZone
  readonly months: MonthNames
  readonly receivedAtMs: number
}

/** Epoch milliseconds, `MMM dd [yyyy] HH:mm:ss[.SSS] [zone]` or ISO 8601; NaN for anything else. */
export function cefInstant(text: string, { zone, months, receivedAtMs }: CefDateContext): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const iso = isoInstant(text, 0, text.length, zone)
  if (!Number.isNaN(iso)) return iso
  const date = readMonthDate(text, 0, months)
  if (date === undefined) return Number.NaN
  const name = text.slice(date.end).trim()
  if (name === '') return monthDateInstant(date, zone, receivedAtMs)
  const offset = zoneOffsetMs(name)
  if (offset !== undefined) return monthDateInstant(date, UTC, receivedAtMs) - offset
  const named = name.length <= 64 ? findTimeZone(name) : undefined
  return named === undefined ? Number.NaN : monthDateInstant(date, named, receivedAtMs)
}

/** The names of the months in English and in another language. An unknown language adds none. */
export function monthNames(locale: string | undefined): MonthNames {
  const [language] = locale === undefined ? [] : knownLocale(locale)
  if (language === undefined) return ENGLISH_MONTHS
  const names = new Map(ENGLISH_MONTHS)
  for (const width of ['short', 'long'] as const) {
    const format = new Intl.DateTimeFormat(language, { month: width, day: 'numeric', timeZone: 'UTC' })
    for (let month = 0; month < 12; month++) {
      const parts = format.formatToParts(Date.UTC(2021, month, 1))
      const name = parts.find(({ type }) => type === 'month')?.value.replace(/\.$/, '') ?? ''
      for (const form of [name, name.slice(0, 3), capitalised(name)]) if (!names.has(form)) names.set(form, month)
    }
  }
  return names
}

const capitalised = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** `de`, `de-DE` and the older `de_DE`. */
function knownLocale(locale: string): readonly string[] {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale.replaceAll('_', '-'))
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
