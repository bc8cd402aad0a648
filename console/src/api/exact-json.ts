/** Only texts with such a long number need the slow way. */
const LONG_NUMBER = /\d{16}/

/** Parses JSON, but keeps whole numbers that would lose digits as text. */
export const parseExactJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, exactDigits) : JSON.parse(text)

function exactDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const digits = context?.source ?? ''
  return /^-?\d+$/.test(digits) ? digits : value
}
