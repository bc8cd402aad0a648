/** JSON whose whole numbers have all their digits, in both directions. */

/** Only texts with such a long number need the slow way. */
const LONG_NUMBER = /\d{16}/

export const parseJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, withDigits) : JSON.parse(text)

function withDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const digits = context?.source ?? ''
  return /^-?\d+$/.test(digits) ? JSON.rawJSON(digits) : value
}

/** Characters that a terminal obeys, or that turn or hide text. `JSON.stringify` leaves them as they are. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** One line. Its escapes keep the value: a program that reads it gets the text of the message. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(UNPRINTABLE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
