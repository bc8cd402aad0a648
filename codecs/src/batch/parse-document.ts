import { parseJson, parseJsonExactly } from '../json-text.ts'

/** Finds a number of 16 digits or more that may be outside of a text. */
const LONG_NUMBER = /[\s:,[-]\d{16}/

/** Parses JSON with all digits; undefined if it is invalid. Only texts with long numbers take the exact, slower way. */
export function parseDocument(text: string): unknown {
  return LONG_NUMBER.test(text) ? parseJsonExactly(text) : parseJson(text)
}
