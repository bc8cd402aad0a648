/** Dates relative to now: `last 2 days`, `3 hours ago`, `monday`, `first day of june`. */
import { type KeywordScanner, words } from './keyword-scanner.ts'
import { readConjunction, readMonth, readNumber, readSide, readUnit, readWeekday, type Side } from './keyword-words.ts'
import { addUnits, type CalendarUnit, DAY_MS, startOfDate, startOfDay } from './utc-calendar.ts'

/** A day without a time of day, or an instant, as for hours and minutes from now. */
export type RelativeDate = { readonly dayMs: number } | { readonly instantMs: number }

const THE = words('the')
const DAYS: readonly (readonly [RegExp, number])[] = [
  [words('day before yesterday'), -2],
  [words('yesterday'), -1],
  [words('today'), 0],
  [words('tomorrow'), 1],
  [words('day after tomorrow'), 2],
]
const NOW = words('(?:right )?now')
const IN = words('in')
const AND = words('and')
const AGO = words('ago|before now')
const FROM_NOW = words('from now|hence')
const EDGE = words('(?<edge>first|last) day (?:of|in)')
const YEAR = words('(?<year>\\d{4})')

/** Several dates for texts like `last 2 to 4 months`. */
export function readRelativeDates(scanner: KeywordScanner, nowMs: number): readonly RelativeDate[] | undefined {
  return scanner.attempt(() => {
    scanner.accept(THE)
    const one = readNamedDay(scanner, nowMs) ?? readEdge(scanner, nowMs)
    return one === undefined ? (readSided(scanner, nowMs) ?? readIn(scanner, nowMs) ?? readAgo(scanner, nowMs)) : [one]
  })
}

function readNamedDay(scanner: KeywordScanner, nowMs: number): RelativeDate | undefined {
  if (scanner.accept(NOW) !== undefined) return { instantMs: nowMs }
  const days = DAYS.find(([pattern]) => scanner.accept(pattern) !== undefined)?.[1]
  if (days !== undefined) return day(nowMs + days * DAY_MS)
  const weekday = readWeekday(scanner)
  return weekday === undefined ? undefined : day(nearestWeekday(nowMs, weekday, 1))
}

/** `last 2 days`, `next week`, `this monday`, `last june`. */
function readSided(scanner: KeywordScanner, nowMs: number): readonly RelativeDate[] | undefined {
  return scanner.attempt(() => {
    const side = readSide(scanner)
    if (side === undefined) return undefined
    const unit = readUnit(scanner)
    if (unit !== undefined) return [moved(nowMs, side.step, unit)]
    const weekday = readWeekday(scanner)
    if (weekday !== undefined) return [day(weekdayBeside(nowMs, weekday, side))]
    const month = readMonth(scanner)
    if (month !== undefined) return [day(monthBeside(nowMs, month, side.step))]
    return side.step === 0 ? undefined : readCounts(scanner, nowMs, side.step)
  })
}

function readIn(scanner: KeywordScanner, nowMs: number): readonly RelativeDate[] | undefined {
  return scanner.attempt(() => (scanner.accept(IN) === undefined ? undefined : readCounts(scanner, nowMs, 1)))
}

/** `3 days ago`, `1 year 9 months ago`, `2 hours from now`. */
function readAgo(scanner: KeywordScanner, nowMs: number): readonly RelativeDate[] | undefined {
  return scanner.attempt(() => {
    const back = scanner.attempt(() => {
      const dates = readCounts(scanner, nowMs, -1)
      return dates !== undefined && scanner.accept(AGO) !== undefined ? dates : undefined
    })
    if (back !== undefined) return back
    const ahead = readCounts(scanner, nowMs, 1)
    return ahead !== undefined && scanner.accept(FROM_NOW) !== undefined ? ahead : undefined
  })
}

/** A number, or two as alternatives, with a unit; or several numbers with units, which are added. */
function readCounts(scanner: KeywordScanner, nowMs: number, direction: -1 | 1): readonly RelativeDate[] | undefined {
  return scanner.attempt(() => {
    const count = readNumber(scanner)
    if (count === undefined) return undefined
    const other = scanner.attempt(() => (readConjunction(scanner) ? readNumber(scanner) : undefined))
    const unit = readUnit(scanner)
    if (unit === undefined) return undefined
    if (other !== undefined) return [count, other].map((each) => moved(nowMs, direction * each, unit))
    let ms = addUnits(nowMs, direction * count, unit)
    let isInstant = SHORTER_THAN_DAYS.has(unit)
    while (true) {
      const more = readCount(scanner)
      if (more === undefined) return [isInstant ? { instantMs: ms } : day(ms)]
      ms = addUnits(ms, direction * more.count, more.unit)
      isInstant ||= SHORTER_THAN_DAYS.has(more.unit)
    }
  })
}

function readCount(scanner: KeywordScanner): { readonly count: number; readonly unit: CalendarUnit } | undefined {
  return scanner.attempt(() => {
    scanner.accept(AND)
    const count = readNumber(scanner)
    const unit = count === undefined ? undefined : readUnit(scanner)
    return count === undefined || unit === undefined ? undefined : { count, unit }
  })
}

/** `first day of june 2021`, `last day of next year`, `first day of 2021`. */
function readEdge(scanner: KeywordScanner, nowMs: number): RelativeDate | undefined {
  return scanner.attempt(() => {
    const edge = scanner.accept(EDGE)?.groups?.['edge']
    if (edge === undefined) return undefined
    scanner.accept(THE)
    const span = readSpan(scanner, nowMs)
    if (span === undefined) return undefined
    return day(edge === 'first' ? span.firstMs : span.endMs - DAY_MS)
  })
}

function readSpan(
  scanner: KeywordScanner,
  nowMs: number,
): { readonly firstMs: number; readonly endMs: number } | undefined {
  const thisYear = new Date(nowMs).getUTCFullYear()
  const yearAlone = scanner.accept(YEAR)?.groups?.['year']
  if (yearAlone !== undefined) return yearOf(Number(yearAlone))
  const named = readMonth(scanner)
  if (named !== undefined) return monthOf(Number(scanner.accept(YEAR)?.groups?.['year'] ?? thisYear), named)
  const side = readSide(scanner)
  if (side === undefined) return undefined
  const month = readMonth(scanner)
  if (month !== undefined) return spanOfMonthAt(monthBeside(nowMs, month, side.step))
  const unit = readUnit(scanner)
  if (unit === 'month') return spanOfMonthAt(addUnits(nowMs, side.step, 'month'))
  return unit === 'year' ? yearOf(thisYear + side.step) : undefined
}

const monthOf = (year: number, month: number) => ({
  firstMs: startOfDate(year, month, 1),
  endMs: startOfDate(year, month + 1, 1),
})
const yearOf = (year: number) => ({ firstMs: startOfDate(year, 0, 1), endMs: startOfDate(year + 1, 0, 1) })
function spanOfMonthAt(ms: number) {
  const date = new Date(ms)
  return monthOf(date.getUTCFullYear(), date.getUTCMonth())
}

const day = (ms: number): RelativeDate => ({ dayMs: startOfDay(ms) })

const SHORTER_THAN_DAYS = new Set<CalendarUnit>(['second', 'minute', 'hour'])
function moved(ms: number, count: number, unit: CalendarUnit): RelativeDate {
  const target = addUnits(ms, count, unit)
  return SHORTER_THAN_DAYS.has(unit) ? { instantMs: target } : day(target)
}

/** The next such weekday after today, or the last one before today. */
function nearestWeekday(nowMs: number, weekday: number, step: -1 | 1): number {
  const ahead = (weekday - new Date(nowMs).getUTCDay() + 7) % 7
  if (step === 1) return nowMs + (ahead === 0 ? 7 : ahead) * DAY_MS
  return nowMs + (ahead === 0 ? -7 : ahead - 7) * DAY_MS
}

/** Weeks run from Sunday to Saturday: `last monday` is a week before the Monday of this one. */
function weekdayBeside(nowMs: number, weekday: number, { step, nearest }: Side): number {
  if (nearest && step !== 0) return nearestWeekday(nowMs, weekday, step)
  return nowMs + (weekday - new Date(nowMs).getUTCDay() + step * 7) * DAY_MS
}

/** The first day of the named month: of this year, or the nearest before or after the current month. */
function monthBeside(nowMs: number, month: number, step: -1 | 0 | 1): number {
  const now = new Date(nowMs)
  const year = now.getUTCFullYear()
  const thisMonth = now.getUTCMonth()
  if (step === -1) return startOfDate(month < thisMonth ? year : year - 1, month, 1)
  if (step === 1) return startOfDate(month > thisMonth ? year : year + 1, month, 1)
  return startOfDate(year, month, 1)
}
