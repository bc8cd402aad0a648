/** The names of months, weekdays and halves of a day in a language. */
import { unlessThrown } from '../errors/unless-thrown.ts'

/** Numbers by name in lower case. Months and weekdays count from 1, Monday is 1; the first half of a day is 0. */
export interface DateNames {
  readonly months: NameTable
  readonly weekdays: NameTable
  readonly halves: NameTable
  readonly eras: NameTable
}

export interface NameTable {
  readonly values: ReadonlyMap<string, number>
  readonly longest: number
}

const ENGLISH = 'en'
const DECEMBER = 12
/** A Monday. */
const FIRST_DAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** English for a locale that is not a valid BCP 47 tag. */
export function dateNamesOf(locale: string): DateNames {
  const tag = unlessThrown(RangeError, () => Intl.getCanonicalLocales(locale)[0]) ?? ENGLISH
  return {
    months: tableOf(namesOf(tag, { month: 'long' }, { month: 'short' }, DECEMBER, monthAt, 'month')),
    weekdays: tableOf(namesOf(tag, { weekday: 'long' }, { weekday: 'short' }, 7, dayAt, 'weekday')),
    halves: tableOf([...namesOfHalves(ENGLISH), ...namesOfHalves(tag)]),
    eras: tableOf(['bc', 'ad', 'bce', 'ce'].map((name, at) => [name, at % 2])),
  }
}

const monthAt = (number: number): number => Date.UTC(2024, number - 1, 1)
const dayAt = (number: number): number => FIRST_DAY + (number - 1) * DAY_MS

/** Some languages inflect a name beside a day: the names on their own and beside a day both count. */
function namesOf(
  tag: string,
  long: Intl.DateTimeFormatOptions,
  short: Intl.DateTimeFormatOptions,
  count: number,
  instantOf: (number: number) => number,
  part: 'month' | 'weekday',
): readonly Name[] {
  const beside: Intl.DateTimeFormatOptions = { day: 'numeric', ...(part === 'weekday' && { month: 'long' }) }
  const formats = [long, short, { ...beside, ...long }, { ...beside, ...short }].map(
    (options) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC', calendar: 'gregory' }),
  )
  return Array.from({ length: count }, (_, at) =>
    formats.map((format): Name => [partOf(format, instantOf(at + 1), part), at + 1]),
  ).flat()
}

function namesOfHalves(tag: string): readonly Name[] {
  const format = new Intl.DateTimeFormat(tag, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
  return [0, 1].map((half): Name => [partOf(format, FIRST_DAY + (half * DAY_MS) / 2, 'dayPeriod'), half])
}

const partOf = (format: Intl.DateTimeFormat, ms: number, type: Intl.DateTimeFormatPartTypes): string =>
  format.formatToParts(ms).find((part) => part.type === type)?.value ?? ''

type Name = readonly [name: string, value: number]

/** Abbreviations match with and without their point. Digits are not names. */
function tableOf(names: readonly Name[]): NameTable {
  const values = new Map<string, number>()
  for (const [name, value] of names) {
    const lower = name.toLowerCase()
    if (lower === '' || /^\d+$/.test(lower)) continue
    values.set(lower, value)
    if (lower.endsWith('.')) values.set(lower.slice(0, -1), value)
  }
  return { values, longest: Math.max(0, ...Array.from(values.keys(), (name) => name.length)) }
}
