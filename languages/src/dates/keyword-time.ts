/** Times of day in keyword ranges: `17:30`, `5pm EST`, `noon`. */
import { type KeywordScanner, words } from './keyword-scanner.ts'

/** The hour of each word. */
const TIME_WORDS: Readonly<Record<string, number>> = {
  midnight: 0,
  morning: 8,
  noon: 12,
  afternoon: 12,
  evening: 19,
  tonight: 20,
  night: 20,
}
/** Minutes east of UTC, without daylight saving time. */
const ZONES: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  z: 0,
  est: -300,
  cst: -360,
  mst: -420,
  pst: -480,
  akst: -540,
  hast: -600,
}

const PREPOSITION = /[\s,]*(at\b|in the\b|this\b|@|t(?=\d))/uy
const CLOCK = /[\s,]*(?<hour>\d{1,2}):(?<minute>\d{2})(:(?<second>\d{2})([.,](?<fraction>\d{1,9}))?)?(?![\d:])/uy
const HALF = words('(?<half>[ap])(\\.m\\.?|m)')
const HOUR = /[\s,]*(?<hour>\d{1,2})(?![:./-]?\d)/uy
const NOT_A_WORD = /(?![\p{L}_])/uy
const WORD = words(Object.keys(TIME_WORDS).join('|'))
const ZONE = words(Object.keys(ZONES).join('|'))
const OFFSET = words('(utc|gmt)?(?<sign>[+-])(?<hours>\\d{2}):?(?<minutes>\\d{2})')

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export interface TimeOfDay {
  /** Since midnight. In UTC if the text names a time zone, which may move it before or after the day. */
  readonly timeMs: number
  readonly hasZone: boolean
}

/** A number alone is a time only after `at`, or if `isHourExpected`. */
export function readTime(scanner: KeywordScanner, isHourExpected: boolean): TimeOfDay | undefined {
  return scanner.attempt(() => {
    const isSaid = scanner.accept(PREPOSITION) !== undefined
    const time = readWord(scanner) ?? readClock(scanner) ?? readHour(scanner, isSaid || isHourExpected)
    if (time === undefined) return undefined
    const offset = readZone(scanner)
    return { timeMs: time - (offset ?? 0) * MINUTE_MS, hasZone: offset !== undefined }
  })
}

function readWord(scanner: KeywordScanner): number | undefined {
  const hours = TIME_WORDS[scanner.accept(WORD)?.[1] ?? '']
  return hours === undefined ? undefined : hours * HOUR_MS
}

function readClock(scanner: KeywordScanner): number | undefined {
  const { hour, minute, second = '0', fraction = '' } = scanner.accept(CLOCK)?.groups ?? {}
  const hours = hourOf(Number(hour), readHalf(scanner))
  if (hours === undefined || Number(minute) > 59 || Number(second) > 59) return undefined
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return hours * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1000 + ms
}

function readHour(scanner: KeywordScanner, mayBeAlone: boolean): number | undefined {
  const hour = scanner.accept(HOUR)?.groups?.['hour']
  if (hour === undefined) return undefined
  const half = readHalf(scanner)
  if (half === undefined && !(mayBeAlone && scanner.accept(NOT_A_WORD) !== undefined)) return undefined
  const hours = hourOf(Number(hour), half)
  return hours === undefined ? undefined : hours * HOUR_MS
}

const readHalf = (scanner: KeywordScanner): string | undefined => scanner.accept(HALF)?.groups?.['half']

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

/** Minutes east of UTC. */
function readZone(scanner: KeywordScanner): number | undefined {
  const offset = scanner.accept(OFFSET)?.groups
  if (offset !== undefined) {
    const minutes = Number(offset['hours']) * 60 + Number(offset['minutes'])
    return offset['sign'] === '-' ? -minutes : minutes
  }
  return ZONES[scanner.accept(ZONE)?.[1] ?? '']
}
