/** The texts that are searched by words: `message` and `full_message`. */
import { sqlString } from './sql-literal.ts'
import { storedWord } from './stored-text.ts'
import { allOf, NEVER } from './value-test.ts'

export interface TextColumn {
  readonly column: string
  /** The column of words beside it, for texts that are not plain. */
  readonly words: string
}

export const TEXT_COLUMNS: Readonly<Record<string, TextColumn>> = {
  message: { column: 'message', words: 'words' },
  full_message: { column: 'full_message', words: 'full_words' },
}

/** Array(String): the words as they are stored. The very expression of the index; written otherwise, it is not used. */
const storedWordsOf = ({ column, words }: TextColumn): string =>
  `tokens(if(empty(${words}), lower(${column}), ${words}), 'unicodeWord')`

/** A condition: the text has its words beside it. */
export const isNotPlain = ({ words }: TextColumn): string => `notEmpty(${words})`

/** String: the words of a plain text, with a blank before and behind each. */
export const spacedWords = ({ column }: TextColumn): string =>
  `concat(' ', arrayStringConcat(tokens(lower(${column}), 'unicodeWord'), ' '), ' ')`

export function hasAnyWord(text: TextColumn, words: readonly string[]): string {
  const [only] = words
  if (only === undefined) return NEVER
  if (words.length === 1) return `has(${storedWordsOf(text)}, ${sqlString(storedWord(only))})`
  return `hasAny(${storedWordsOf(text)}, ${wordList(words)})`
}

const hasAllWords = (text: TextColumn, words: readonly string[]): string =>
  `hasAll(${storedWordsOf(text)}, ${wordList(words)})`

/** The words one after the other. */
function hasPhrase(text: TextColumn, words: readonly string[]): string {
  const inOrder = sqlString(` ${words.map(storedWord).join(' ')} `)
  const spaced = `concat(' ', arrayStringConcat(${storedWordsOf(text)}, ' '), ' ')`
  return allOf([hasAllWords(text, words), `position(${spaced}, ${inOrder}) > 0`])
}

/** The words within so many moves of their places in the phrase; in the place of an empty one may be any. */
export function hasPhraseWithin(text: TextColumn, phrase: readonly string[], slop: number): string {
  const words = phrase.filter((word) => word !== '')
  if (words.length < 2) return hasAnyWord(text, words)
  if (slop === 0 && words.length === phrase.length) return hasPhrase(text, words)
  const places = phrase.flatMap((word, at) => {
    if (word === '') return []
    const isWord = `(p, w) -> w = ${sqlString(storedWord(word))}`
    return [`arrayMap(p -> toInt64(p) - ${at}, arrayFilter(${isWord}, arrayEnumerate(t), t))`]
  })
  return allOf([hasAllWords(text, words), areClose(places, storedWordsOf(text), slop)])
}

/**
 * `places` are, word by word, where the phrase would begin if that word were in its place: all of them have to lie
 * within `slop` of each other.
 */
function areClose(places: readonly string[], tokens: string, slop: number): string {
  const near = places.map((_, at) => `arrayExists(q -> q >= v AND q <= v + ${slop}, z.${at + 1})`).join(' AND ')
  const starts = `arrayConcat(${places.map((_, at) => `z.${at + 1}`).join(', ')})`
  return `arrayExists(z -> arrayExists(v -> ${near}, ${starts}), arrayMap(t -> (${places.join(', ')}), [${tokens}]))`
}

/** Some word of a plain text passes the test. */
export const somePlainWord = ({ column }: TextColumn, test: (word: string) => string): string =>
  `arrayExists(x -> ${test('x')}, tokens(lower(${column}), 'unicodeWord'))`

/** Some of the words beside a text passes the test. */
export function someStoredWord({ words }: TextColumn, test: (word: string) => string): string {
  const decoded = `arrayMap(w -> if(startsWith(w, 'U'), unhex(substring(w, 2)), w), splitByChar(' ', trimRight(${words})))`
  return `arrayExists(x -> x != '' AND ${test('x')}, ${decoded})`
}

const wordList = (words: readonly string[]): string =>
  `[${[...new Set(words)].map((word) => sqlString(storedWord(word))).join(', ')}]`
