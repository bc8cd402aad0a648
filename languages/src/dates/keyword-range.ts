/** Time ranges and dates in English words: `last 5 minutes`, `yesterday midnight to today midnight`. */

import type { LocalZone } from './date-reading.ts'
import { readCalendarDate, readDayOf } from './keyword-calendar-date.ts'
import { readRelativeDates } from './keyword-relative-date.ts'
import { createKeywordScanner, type KeywordScanner, words } from './keyword-scanner.ts'
import { readTime, type TimeOfDay } from './keyword-time.ts'
import { wholeUnit } from './keyword-whole.ts'
import { readConjunction } from './keyword-words.ts'
import { startOfDay } from './utc-calendar.ts'

export interface KeywordRange {
  readonly fromMs: number
  readonly toMs: number
}

/** A date, a time or both, as far as the text has them. */
interface ParsedDate {
  readonly dayMs?: number
  readonly month?: { readonly year: number; readonly month: number }
  /** Since midnight. */
  readonly timeMs?: number
  /** Whether the time is in UTC because the text names a time zone. */
  readonly hasZone?: boolean
  /** A complete date and time. */
  readonly instantMs?: number
}

/** Only the start of a longer text is read. */
const MAX_LENGTH = 1000
/** Dates whose years have four digits. */
const MIN_MS = Date.parse('0000-01-01T00:00:00.000Z')
const MAX_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The range of the first date phrase in the text, in UTC. Its dates are sorted; a single one is a range until now, even if it is
 * in the future. Returns undefined if the text has no date.
 */
export function resolveKeyword(text: string, nowMs: number): KeywordRange | undefined {
  const whole = wholeUnit(plainText(text), nowMs)
  if (whole !== undefined) return whole
  const instants = instantsOf(firstGroup(text, nowMs), nowMs).map(({ ms }) => ms)
  if (!instants.every(isInRange)) return undefined
  const [fromMs, toMs = nowMs] = instants.toSorted((a, b) => a - b)
  return fromMs === undefined ? undefined : { fromMs, toMs }
}

/** The first date in the text, in a time zone. Without a time of day it has the current one. */
export function resolveDate(text: string, nowMs: number, zone: LocalZone): number | undefined {
  const localNowMs = nowMs + offsetMs(nowMs + offsetMs(nowMs, zone), zone)
  const [first] = instantsOf(firstGroup(text, localNowMs), localNowMs)
  if (first === undefined || !isInRange(first.ms)) return undefined
  return first.hasZone ? first.ms : zone.toInstant(first.ms)
}

const offsetMs = (localMs: number, zone: LocalZone): number => localMs - zone.toInstant(localMs)
const isInRange = (ms: number): boolean => ms >= MIN_MS && ms <= MAX_MS

const plainText = (text: string) => text.slice(0, MAX_LENGTH).toLowerCase().replaceAll(/\s+/gu, ' ').trim()

function firstGroup(text: string, nowMs: number): readonly ParsedDate[] {
  const plain = plainText(text)
  const scanner = createKeywordScanner(plain)
  const isNumber = /^\d+$/.test(plain)
  while (!scanner.isAtEnd()) {
    const group = readGroup(scanner, nowMs, isNumber)
    if (group.length > 0) return group
    scanner.skip()
  }
  return []
}

function readGroup(scanner: KeywordScanner, nowMs: number, isNumber: boolean): readonly ParsedDate[] {
  const group: ParsedDate[] = []
  let next = readParsedDate(scanner, nowMs, undefined, isNumber)
  while (next !== undefined) {
    group.push(...next)
    const last = next.at(-1)
    const isHourExpected = last?.timeMs !== undefined
    next = scanner.attempt(() =>
      readConjunction(scanner) ? readParsedDate(scanner, nowMs, last?.month, isHourExpected) : undefined,
    )
  }
  return group
}

/** A date, a time, or both in either order. A number alone may be a day of the previously named month, or an hour. */
function readParsedDate(
  scanner: KeywordScanner,
  nowMs: number,
  month: ParsedDate['month'],
  isHourExpected: boolean,
): readonly ParsedDate[] | undefined {
  const dates = readDates(scanner, nowMs)
  if (dates !== undefined) return withTime(dates, readTime(scanner, true))
  const sameMonth = month === undefined || isHourExpected ? undefined : readDayOf(scanner, month)
  if (sameMonth !== undefined) return withTime([sameMonth], readTime(scanner, true))
  const time = readTime(scanner, isHourExpected)
  if (time === undefined) return undefined
  const datesAfter = scanner.attempt(() => {
    scanner.accept(ON)
    return readDates(scanner, nowMs)
  })
  return datesAfter === undefined ? [time] : withTime(datesAfter, time)
}

const ON = words('on|of')

function readDates(scanner: KeywordScanner, nowMs: number): readonly ParsedDate[] | undefined {
  const calendarDate = readCalendarDate(scanner, new Date(nowMs).getUTCFullYear())
  return calendarDate === undefined ? readRelativeDates(scanner, nowMs) : [calendarDate]
}

const withTime = (dates: readonly ParsedDate[], time: TimeOfDay | undefined): readonly ParsedDate[] =>
  time === undefined ? dates : dates.map((date) => (date.instantMs === undefined ? { ...date, ...time } : date))

interface Moment {
  readonly ms: number
  readonly hasZone: boolean
}

/** Dates without a time get the time of another date; times without a day get the previous day. */
function instantsOf(group: readonly ParsedDate[], nowMs: number): readonly Moment[] {
  const shared = group.find(({ timeMs }) => timeMs !== undefined)
  const sharedMs = shared?.timeMs ?? nowMs - startOfDay(nowMs)
  let dayMs = startOfDay(nowMs)
  return group.map((date) => {
    if (date.instantMs !== undefined) return { ms: date.instantMs, hasZone: false }
    dayMs = date.dayMs ?? dayMs
    const { hasZone = false } = date.timeMs === undefined ? (shared ?? date) : date
    return { ms: dayMs + (date.timeMs ?? sharedMs), hasZone }
  })
}
