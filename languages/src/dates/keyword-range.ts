/** Time ranges in words: `last 5 minutes`, `yesterday midnight to today midnight`. English, in UTC. */
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

/** A date with its time, as far as each was said. */
interface Said {
  readonly dayMs?: number
  readonly month?: { readonly year: number; readonly month: number }
  /** Since the day's midnight. */
  readonly timeMs?: number
  /** Says everything by itself. */
  readonly instantMs?: number
}

/** Longer texts say no more about a time than their beginning. */
const MAX_LENGTH = 1000
/** Every date that has four digits for its year. */
const MIN_MS = Date.parse('0000-01-01T00:00:00.000Z')
const MAX_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * What the first date phrase in the text means. Its dates are sorted; a single one reaches until now, even when it lies
 * in the future. `undefined` when there is no date in the text.
 */
export function resolveKeyword(text: string, nowMs: number): KeywordRange | undefined {
  const plain = text.slice(0, MAX_LENGTH).toLowerCase().replaceAll(/\s+/gu, ' ').trim()
  const instants = instantsOf(firstGroup(plain, nowMs), nowMs)
  if (!instants.every((ms) => ms >= MIN_MS && ms <= MAX_MS)) return undefined
  const [fromMs, toMs = nowMs] = instants.toSorted((a, b) => a - b)
  return fromMs === undefined ? undefined : { fromMs, toMs }
}

function firstGroup(text: string, nowMs: number): readonly Said[] {
  const scanner = createKeywordScanner(text)
  const isNumber = /^\d+$/.test(text)
  while (!scanner.isAtEnd()) {
    const group = readGroup(scanner, nowMs, isNumber)
    if (group.length > 0) return group
    scanner.skip()
  }
  return []
}

function readGroup(scanner: KeywordScanner, nowMs: number, isNumber: boolean): readonly Said[] {
  const group: Said[] = []
  let next = readSaid(scanner, nowMs, undefined, isNumber)
  while (next !== undefined) {
    group.push(...next)
    const last = next.at(-1)
    const isHourExpected = last?.timeMs !== undefined
    next = scanner.attempt(() =>
      readConjunction(scanner) ? readSaid(scanner, nowMs, last?.month, isHourExpected) : undefined,
    )
  }
  return group
}

/** A date, a time, or both in either order. A number alone may be a day of the month before, or an hour. */
function readSaid(
  scanner: KeywordScanner,
  nowMs: number,
  month: Said['month'],
  isHourExpected: boolean,
): readonly Said[] | undefined {
  const dates = readDates(scanner, nowMs)
  if (dates !== undefined) return withTime(dates, readTime(scanner, true))
  const sameMonth = month === undefined || isHourExpected ? undefined : readDayOf(scanner, month)
  if (sameMonth !== undefined) return withTime([sameMonth], readTime(scanner, true))
  const timeMs = readTime(scanner, isHourExpected)
  if (timeMs === undefined) return undefined
  const datesAfter = scanner.attempt(() => {
    scanner.take(ON)
    return readDates(scanner, nowMs)
  })
  return datesAfter === undefined ? [{ timeMs }] : withTime(datesAfter, timeMs)
}

const ON = words('on|of')

function readDates(scanner: KeywordScanner, nowMs: number): readonly Said[] | undefined {
  const calendarDate = readCalendarDate(scanner, new Date(nowMs).getUTCFullYear())
  return calendarDate === undefined ? readRelativeDates(scanner, nowMs) : [calendarDate]
}

const withTime = (dates: readonly Said[], timeMs: number | undefined): readonly Said[] =>
  timeMs === undefined ? dates : dates.map((date) => (date.instantMs === undefined ? { ...date, timeMs } : date))

/** Gives every date the time that was said for one of them, and every later time the day that was said before. */
function instantsOf(group: readonly Said[], nowMs: number): readonly number[] {
  const sharedMs = group.find(({ timeMs }) => timeMs !== undefined)?.timeMs ?? nowMs - startOfDay(nowMs)
  let dayMs = startOfDay(nowMs)
  return group.map((said) => {
    if (said.instantMs !== undefined) return said.instantMs
    dayMs = said.dayMs ?? dayMs
    return dayMs + (said.timeMs ?? sharedMs)
  })
}
