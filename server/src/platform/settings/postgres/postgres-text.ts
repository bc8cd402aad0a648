import { createHash } from 'node:crypto'

/** An index of PostgreSQL takes values up to a third of a page. */
const LONGEST_KEY_BYTES = 1_000

/** PostgreSQL stores no NUL character, and no half of a surrogate pair. */
export const pgText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
  text.toWellFormed().replaceAll(/[\u0000\u0001]/g, (char) => (char === '\u0000' ? '\u00010' : '\u00011'))

export const textOf = (stored: unknown): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
  String(stored).replaceAll(/\u0001([01])/g, (_, code) => (code === '0' ? '\u0000' : '\u0001'))

/** The value of a key, which is only ever compared: its hash if it is too long for the index. */
export function pgKey(value: string): string {
  const text = pgText(value)
  if (Buffer.byteLength(text) <= LONGEST_KEY_BYTES) return text
  return `\u0001h${createHash('sha256').update(text).digest('base64')}`
}
