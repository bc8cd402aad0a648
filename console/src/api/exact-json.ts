/** Only a text with such a long number in it needs the slow way. */
const LONG_NUMBER = /\d{16}/

/** JSON in which a whole number that would lose digits stays the text that it came as. */
export const parseExactJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, exactDigits) : JSON.parse(text)

function exactDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const digits = context?.source ?? ''
  return /^-?\d+$/.test(digits) ? digits : value
}
