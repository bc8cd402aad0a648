/** Time ranges in English words, in UTC: `last 5 minutes`, `yesterday midnight to today midnight`. */
import { readCalendarDate, readDayOf } from './keyword-calendar-date.ts'
import { readRelativeDates } from './keyword-relative-date.ts'
import { createKeywordScanner, type KeywordScanner, words } from './keyword-scanner.ts'
import { readTime } from './keyword-time.ts'
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
  /** A complete date and time. */
  readonly instantMs?: number
}

/** Only the start of a longer text is read. */
const MAX_LENGTH = 1000
/** Dates whose years have four digits. */
const MIN_MS = Date.parse('0000-01-01T00:00:00.000Z')
const MAX_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The range of the first date phrase in the text. Its dates are sorted; a single one is a range until now, even if it is
 * in the future. Returns undefined if the text has no date.
 */
export function resolveKeyword(text: string, nowMs: number): KeywordRange | undefined {
  const plain = text.slice(0, MAX_LENGTH).toLowerCase().replaceAll(/\s+/gu, ' ').trim()
  const instants = instantsOf(firstGroup(plain, nowMs), nowMs)
  if (!instants.every((ms) => ms >= MIN_MS && ms <= MAX_MS)) return undefined
  const [fromMs, toMs = nowMs] = instants.toSorted((a, b) => a - b)
  return fromMs === undefined ? undefined : { fromMs, toMs }
}

function firstGroup(text: string, nowMs: number): readonly ParsedDate[] {
  const scanner = createKeywordScanner(text)
  const isNumber = /^\d+$/.test(text)
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
  const timeMs = readTime(scanner, isHourExpected)
  if (timeMs === undefined) return undefined
  const datesAfter = scanner.attempt(() => {
    scanner.accept(ON)
    return readDates(scanner, nowMs)
  })
  return datesAfter === undefined ? [{ timeMs }] : withTime(datesAfter, timeMs)
}

const ON = words('on|of')

function readDates(scanner: KeywordScanner, nowMs: number): readonly ParsedDate[] | undefined {
  const calendarDate = readCalendarDate(scanner, new Date(nowMs).getUTCFullYear())
  return calendarDate === undefined ? readRelativeDates(scanner, nowMs) : [calendarDate]
}

const withTime = (dates: readonly ParsedDate[], timeMs: number | undefined): readonly ParsedDate[] =>
  timeMs === undefined ? dates : dates.map((date) => (date.instantMs === undefined ? { ...date, timeMs } : date))

/** Dates without a time get the time of another date; times without a day get the previous day. */
function instantsOf(group: readonly ParsedDate[], nowMs: number): readonly number[] {
  const sharedMs = group.find(({ timeMs }) => timeMs !== undefined)?.timeMs ?? nowMs - startOfDay(nowMs)
  let dayMs = startOfDay(nowMs)
  return group.map((date) => {
    if (date.instantMs !== undefined) return date.instantMs
    dayMs = date.dayMs ?? dayMs
    return dayMs + (date.timeMs ?? sharedMs)
  })
}
