import { parseJson, parseJsonExactly } from '../json-text.ts'

/** A number of 16 digits or more that is not inside a text, or looks as if it were not. */
const LONG_NUMBER = /[\s:,[-]\d{16}/

/** JSON with every digit kept; `undefined` when it is none. Only texts that hold long numbers pay for exactness. */
export function parseDocument(text: string): unknown {
  return LONG_NUMBER.test(text) ? parseJsonExactly(text) : parseJson(text)
}
