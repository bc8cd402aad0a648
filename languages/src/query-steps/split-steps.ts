/** Where the steps of a query begin: `level:3 | stats count() by source`. */
import { queryParser } from '../query/grammar/query-parser.ts'

export interface SplitQuery {
  /** The query that selects messages: all of the text if it has no steps. */
  readonly query: string
  /** Offset of the first `|`; undefined without steps. */
  readonly stepsFrom: number | undefined
}

const WORDS: ReadonlySet<string> = new Set(['Word', 'Pattern'])

/**
 * Steps begin at the first word that begins with a `|`, outside of brackets, quotes, ranges and regular expressions. So
 * `a|b` stays a word, `||` an operator, and `\|` the character.
 */
export function splitSteps(text: string): SplitQuery {
  if (!text.includes('|')) return { query: text, stepsFrom: undefined }
  const cursor = queryParser.parse(text.toWellFormed()).cursor()
  if (cursor.firstChild())
    do if (WORDS.has(cursor.name) && text[cursor.from] === '|') return splitAt(text, cursor.from)
    while (cursor.nextSibling())
  return { query: text, stepsFrom: undefined }
}

const splitAt = (text: string, at: number): SplitQuery => ({ query: text.slice(0, at).trimEnd(), stepsFrom: at })
