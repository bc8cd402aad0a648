/** ISO 8601 periods as settings use them: `P1D`, `PT12H`, `P1M`. */
const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
type PeriodUnit = (typeof UNITS)[number]

export interface PeriodPart {
  readonly unit: PeriodUnit
  readonly amount: number
}

const PERIOD = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** Months and years at their shortest, which is enough to compare with a limit. */
const UNIT_MS: Readonly<Record<PeriodUnit, number>> = {
  year: 365 * 86_400_000,
  month: 28 * 86_400_000,
  week: 7 * 86_400_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1_000,
}

const WORDS = /^(\d+\s*[a-z]+[\s,]*)+$/i
const WORD = /(\d+)\s*([a-z]+)/gi
const WORD_UNITS: readonly (readonly [RegExp, PeriodUnit])[] = [
  [/^(y|years?)$/, 'year'],
  [/^(mon|months?)$/, 'month'],
  [/^(w|weeks?)$/, 'week'],
  [/^(d|days?)$/, 'day'],
  [/^(h|hours?)$/, 'hour'],
  [/^(m|mins?|minutes?)$/, 'minute'],
  [/^(s|secs?|seconds?)$/, 'second'],
]

/** `P1DT6H` for `1 day, 6 hours`; `undefined` if the text is something else. */
function periodOfWords(text: string): string | undefined {
  if (!WORDS.test(text)) return undefined
  const amounts: Partial<Record<PeriodUnit, number>> = {}
  for (const [, amount, word = ''] of text.toLowerCase().matchAll(WORD)) {
    const unit = WORD_UNITS.find(([pattern]) => pattern.test(word))?.[1]
    if (unit === undefined || amounts[unit] !== undefined) return undefined
    amounts[unit] = Number(amount)
  }
  const letters = (units: readonly PeriodUnit[]) =>
    units
      .flatMap((unit) => (amounts[unit] === undefined ? [] : [`${amounts[unit]}${unit.charAt(0).toUpperCase()}`]))
      .join('')
  const time = letters(['hour', 'minute', 'second'])
  return `P${letters(['year', 'month', 'week', 'day'])}${time === '' ? '' : `T${time}`}`
}

/** As typed, in words (`5 minutes`) or in ISO 8601: case is ignored, and the leading P is optional. */
export function normalizePeriod(text: string): string {
  const inWords = periodOfWords(text.trim())
  if (inWords !== undefined) return inWords
  const upper = text.trim().toUpperCase()
  return upper === '' || upper.startsWith('P') ? upper : `P${upper}`
}

/** The parts of a period, largest first; `undefined` if it is invalid. */
export function parsePeriod(text: string): readonly PeriodPart[] | undefined {
  const match = PERIOD.exec(text)
  if (match === null) return undefined
  const parts = UNITS.map((unit, index) => ({ unit, amount: Number(match[index + 1] ?? 0) }))
  const given = parts.filter(({ amount }) => amount > 0)
  return given.length === 0 ? undefined : given
}

export const periodMs = (parts: readonly PeriodPart[]): number =>
  parts.reduce((sum, { unit, amount }) => sum + amount * UNIT_MS[unit], 0)

/** `PT0S` is not a period but has a meaning: all messages, or no limit. */
export const isZeroPeriod = (text: string): boolean => PERIOD.test(text) && /\d/.test(text) && !/[1-9]/.test(text)

/** `undefined` if the text is not a period; zero for `PT0S`. */
export function periodSeconds(text: string): number | undefined {
  const period = normalizePeriod(text)
  if (isZeroPeriod(period)) return 0
  const parts = parsePeriod(period)
  return parts === undefined ? undefined : periodMs(parts) / 1000
}
