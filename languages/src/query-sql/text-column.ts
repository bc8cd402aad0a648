/** SQL for the texts that are searched by words: `message` and `full_message`. */

import { type Sql, sql } from '../sql/sql.ts'
import { joinSql, sqlList } from '../sql/sql-parts.ts'
import { allOf, NEVER } from './condition.ts'
import { storedWord } from './stored-text.ts'

export interface TextColumn {
  readonly column: Sql
  /** The column with the words of texts that are not plain. */
  readonly words: Sql
}

export const TEXT_COLUMNS = {
  message: { column: sql`message`, words: sql`words` },
  full_message: { column: sql`full_message`, words: sql`full_words` },
} as const satisfies Readonly<Record<string, TextColumn>>

/** The text column of this name, if it is one. */
export const textColumnOf = (name: string): TextColumn | undefined =>
  name === 'message' || name === 'full_message' ? TEXT_COLUMNS[name] : undefined

/** Array(String): the stored words. The index is on exactly this expression. */
export const storedWordsOf = ({ column, words }: TextColumn): Sql =>
  sql`tokens(if(empty(${words}), lower(${column}), ${words}), 'unicodeWord')`

/** Condition: the text has stored words. */
export const isNotPlain = ({ words }: TextColumn): Sql => sql`notEmpty(${words})`

/** String: the words of a plain text, each surrounded by spaces. */
export const spacedWords = ({ column }: TextColumn): Sql =>
  sql`concat(' ', arrayStringConcat(tokens(lower(${column}), 'unicodeWord'), ' '), ' ')`

export function hasAnyWord(text: TextColumn, words: readonly string[]): Sql {
  const [only] = words
  if (only === undefined) return NEVER
  if (words.length === 1) return sql`has(${storedWordsOf(text)}, ${storedWord(only)})`
  return sql`hasAny(${storedWordsOf(text)}, ${wordList(words)})`
}

const hasAllWords = (text: TextColumn, words: readonly string[]): Sql =>
  sql`hasAll(${storedWordsOf(text)}, ${wordList(words)})`

/** The words in this order, adjacent. */
function hasPhrase(text: TextColumn, words: readonly string[]): Sql {
  const inOrder = ` ${words.map(storedWord).join(' ')} `
  const spaced = sql`concat(' ', arrayStringConcat(${storedWordsOf(text)}, ' '), ' ')`
  return allOf([hasAllWords(text, words), sql`position(${spaced}, ${inOrder}) > 0`])
}

/** The words within `slop` moves of their positions in the phrase; an empty word stands for any word. */
export function hasPhraseWithin(text: TextColumn, phrase: readonly string[], slop: number): Sql {
  const words = phrase.filter((word) => word !== '')
  if (words.length < 2) return hasAnyWord(text, words)
  if (slop === 0 && words.length === phrase.length) return hasPhrase(text, words)
  const places = phrase.flatMap((word, at) => {
    if (word === '') return []
    const isWord = sql`(p, w) -> w = ${storedWord(word)}`
    return [sql`arrayMap(p -> toInt64(p) - ${at}, arrayFilter(${isWord}, arrayEnumerate(t), t))`]
  })
  return allOf([hasAllWords(text, words), areClose(places, storedWordsOf(text), slop)])
}

/**
 * `places` are, for each word, the starts of the phrase that its occurrences imply. One start of every word must be
 * within `slop` of the others.
 */
function areClose(places: readonly Sql[], tokens: Sql, slop: number): Sql {
  const near = joinSql(
    places.map((_, at) => sql`arrayExists(q -> q >= v AND q <= v + ${slop}, z.${at + 1})`),
    sql` AND `,
  )
  const starts = sql`arrayConcat(${sqlList(places.map((_, at) => sql`z.${at + 1}`))})`
  return sql`arrayExists(z -> arrayExists(v -> ${near}, ${starts}), arrayMap(t -> (${sqlList(places)}), [${tokens}]))`
}

/** Condition: any word of a plain text satisfies the condition. */
export const somePlainWord = ({ column }: TextColumn, condition: (word: Sql) => Sql): Sql =>
  sql`arrayExists(x -> ${condition(sql`x`)}, tokens(lower(${column}), 'unicodeWord'))`

/** Condition: any stored word of a text satisfies the condition. */
export function someStoredWord({ words }: TextColumn, condition: (word: Sql) => Sql): Sql {
  const decoded = sql`arrayMap(w -> if(startsWith(w, 'U'), unhex(substring(w, 2)), w), splitByChar(' ', trimRight(${words})))`
  return sql`arrayExists(x -> x != '' AND ${condition(sql`x`)}, ${decoded})`
}

const wordList = (words: readonly string[]): Sql => sql`[${sqlList([...new Set(words)].map(storedWord))}]`
