/**
 * The extra columns that make the words and values of messages fast to find. Defined once for the server, which writes
 * them, and the SQL of queries, which reads them.
 *
 * The index on a text splits it at everything but letters, digits and underscores, and keeps `.`, `:` and `'` between
 * letters and `.` and `'` between digits. For ASCII that is the standard analysis, except for `1,5` and very long words.
 * A text that the index would split differently has its words in a second column, each encoded so that the index reads
 * it as one word: `words` for `message`, `full_words` for `full_message`, empty for plain texts. With another analyzer,
 * every text has its words there.
 *
 * The column `values` has the short values of fields, each between separators. The value of a column of a field comes
 * after the number of the column.
 */

import { readNumber } from '../query/number-text.ts'

/** Words that the index finds without encoding; underscores alone are not a word. */
const PLAIN_WORD = /^(?!_*$)(?:[a-z](?:[.:'][a-z])*|[0-9](?:[.'][0-9])*|_)+$/
const NOT_PLAIN = /[^\0-\x7f]|[0-9][,;][0-9]/
const ENDLESS_WORD = /[\w.:']{256}/
const MAX_WORD_LENGTH = 255

/** Whether the index splits the text like the standard analyzer. */
export const isPlainText = (text: string): boolean =>
  !NOT_PLAIN.test(text) && (text.length <= MAX_WORD_LENGTH || !ENDLESS_WORD.test(text))

/** The content of the column of words; never empty, even without words. */
export const wordsColumn = (words: readonly string[]): string => `${words.map(storedWord).join(' ')} `

/** The encoded word. The capital letter distinguishes it from plain words, which are lower case. */
export function storedWord(word: string): string {
  if (PLAIN_WORD.test(word)) return word
  const hex = Array.from(new TextEncoder().encode(word), (byte) => byte.toString(16).padStart(2, '0'))
  return `U${hex.join('').toUpperCase()}`
}

/** Before, between and after values. Needs no escape in JSON; escaped in values. */
export const VALUE_SEPARATOR = '\x7f'
/** A longer text is stored as `LONG_VALUE` only: the field itself has to be compared. */
export const MAX_STORED_VALUE_LENGTH = 255
export const LONG_VALUE = '~3'
/** Prefix of numbers and booleans, which are written as in JSON. */
export const OTHER_VALUE = '~0'
/** Prefix of the source, which is in lower case. */
export const SOURCE_VALUE = '~4'

/** Prefix of the number of the column that the next value belongs to. */
export const COLUMN_OF_VALUE = '~5'

/** A text in its stored form, without separators. */
export function storedValue(text: string): string {
  if (!text.includes('~') && !text.includes(VALUE_SEPARATOR)) return text
  return text.replaceAll('~', '~1').replaceAll(VALUE_SEPARATOR, '~2')
}

/** The stored forms of all numbers that are equal to this text. */
export function storedNumbers(text: string): readonly string[] {
  const number = readNumber(text)
  if (number === undefined) return []
  const double = Number(number.value)
  return [
    ...new Set([
      `${number.value}`,
      // From this size on, inexact integers may also be stored in exponential form.
      ...(Math.abs(double) >= 1e18 ? [double.toExponential()] : []),
    ]),
  ].map((one) => OTHER_VALUE + one)
}

const plainText = (stored: string): string =>
  stored.includes('~') ? stored.replaceAll('~2', VALUE_SEPARATOR).replaceAll('~1', '~') : stored

/** A value of a column: its text, or a number in JSON; neither for a text that is stored in its column only. */
export interface ColumnValue {
  readonly column: number
  readonly text?: string
  readonly json?: string
}

/** The values of columns in a text of the column `values`. */
export function columnValues(values: string): readonly ColumnValue[] {
  const found: ColumnValue[] = []
  const stored = values.split(VALUE_SEPARATOR)
  for (const [at, one] of stored.entries()) {
    if (!one.startsWith(COLUMN_OF_VALUE)) continue
    const column = Number(one.slice(COLUMN_OF_VALUE.length))
    const value = stored[at + 1] ?? ''
    if (value === LONG_VALUE) found.push({ column })
    else if (value.startsWith(OTHER_VALUE)) found.push({ column, json: value.slice(OTHER_VALUE.length) })
    else found.push({ column, text: plainText(value) })
  }
  return found
}
