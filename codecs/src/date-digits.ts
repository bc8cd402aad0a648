const ZERO = 0x30

/** The number of exactly `count` digits at a position; NaN when one of them is none. */
export function digitsAt(text: string, at: number, count: number): number {
  let number = 0
  for (let position = at; position < at + count; position++) {
    const digit = text.charCodeAt(position) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

export const isDigitAt = (text: string, at: number): boolean => {
  const digit = text.charCodeAt(at) - ZERO
  return digit >= 0 && digit <= 9
}

/** Milliseconds since midnight of `HH:mm:ss`, which ends at `at + 8`; NaN if it is not a valid time. A leap second (60) is accepted. */
export function timeOfDayMs(text: string, at: number): number {
  if (text[at + 2] !== ':' || text[at + 5] !== ':') return Number.NaN
  const hours = digitsAt(text, at, 2)
  const minutes = digitsAt(text, at + 3, 2)
  const seconds = digitsAt(text, at + 6, 2)
  return hours < 24 && minutes < 60 && seconds <= 60 ? ((hours * 60 + minutes) * 60 + seconds) * 1000 : Number.NaN
}

/** Reads the digits of a fraction of a second; `end` is behind them. More than milliseconds is cut. */
export function fractionMs(text: string, at: number): { readonly ms: number; readonly end: number } {
  let ms = 0
  let weight = 100
  let end = at
  for (; isDigitAt(text, end); end++) {
    ms += Math.trunc(weight) * (text.charCodeAt(end) - ZERO)
    weight /= 10
  }
  return { ms, end }
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Midnight of a date as if clocks showed UTC; NaN when the calendar has no such day. `month` counts from 0. */
export function midnightMs(year: number, month: number, day: number): number {
  if (!(day >= 1 && day <= (DAYS[month] ?? 0))) return Number.NaN
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 1 && day === 29 && !isLeap ? Number.NaN : Date.UTC(year, month, day)
}
