/**
 * What is stored beside a message so that its words and values are found fast: written by the server, asked for by the
 * SQL of queries, and therefore defined once.
 *
 * The index over a text splits it at everything but letters, digits and underscores, with `.`, `:` and `'` between
 * letters and `.` and `'` between digits: for ASCII that is the standard analysis, but for `1,5` and endless words. So
 * a text that the index would split otherwise has its words beside it, each written as something that the index takes
 * as one: the column `words` of `message`, `full_words` of `full_message`, empty for plain texts. Where another
 * analyzer splits texts, each has its words beside it.
 *
 * The column `values` holds the short values of all fields, each between separators.
 */

import { readNumber } from '../query/number-text.ts'

/** Words that the index finds in a text by itself: not those of underscores alone. */
const PLAIN_WORD = /^(?!_*$)(?:[a-z](?:[.:'][a-z])*|[0-9](?:[.'][0-9])*|_)+$/
const NOT_PLAIN = /[^\0-\x7f]|[0-9][,;][0-9]/
const ENDLESS_WORD = /[\w.:']{256}/
const MAX_WORD_LENGTH = 255

/** Whether the index splits the text as the analysis does. */
export const isPlainText = (text: string): boolean =>
  !NOT_PLAIN.test(text) && (text.length <= MAX_WORD_LENGTH || !ENDLESS_WORD.test(text))

/** What goes into the column of words beside a text; never empty, even without any words. */
export const wordsColumn = (words: readonly string[]): string => `${words.map(storedWord).join(' ')} `

/** The word as the index has it. The capital letter tells it from words, which are lower case. */
export function storedWord(word: string): string {
  if (PLAIN_WORD.test(word)) return word
  const hex = Array.from(new TextEncoder().encode(word), (byte) => byte.toString(16).padStart(2, '0'))
  return `U${hex.join('').toUpperCase()}`
}

/** Before, between and behind values: needs no escape in JSON, and no value has it. */
export const VALUE_SEPARATOR = '\x7f'
/** Of a longer text only `LONG_VALUE` is there: whether it matches, the field itself has to tell. */
export const MAX_STORED_VALUE_LENGTH = 255
export const LONG_VALUE = '~3'
/** Before numbers and booleans, as they are written in JSON. */
export const OTHER_VALUE = '~0'
/** Before the source, in lower case. */
export const SOURCE_VALUE = '~4'

/** A text as it stands between separators. */
export function storedValue(text: string): string {
  if (!text.includes('~') && !text.includes(VALUE_SEPARATOR)) return text
  return text.replaceAll('~', '~1').replaceAll(VALUE_SEPARATOR, '~2')
}

/** The ways in which a number may be written there that is equal to this text. */
export function storedNumbers(text: string): readonly string[] {
  const number = readNumber(text)
  if (number === undefined) return []
  const double = Number(number.value)
  return [
    ...new Set([
      `${number.value}`,
      // From here on a whole number that is not exact shows that it is none.
      ...(Math.abs(double) >= 1e18 ? [double.toExponential()] : []),
    ]),
  ].map((one) => OTHER_VALUE + one)
}
