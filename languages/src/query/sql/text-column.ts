/** The texts that are searched by words: `message` and `full_message`. */
import { sqlString } from './sql-literal.ts'
import { storedWord } from './stored-text.ts'
import { allOf, anyOf, NEVER } from './value-test.ts'

export interface TextColumn {
  readonly column: string
  /** The column of words beside it, for texts that are not plain. */
  readonly words: string
}

export const TEXT_COLUMNS: Readonly<Record<string, TextColumn>> = {
  message: { column: 'message', words: 'words' },
  full_message: { column: 'full_message', words: 'full_words' },
}

/** The engine takes no more in one call. */
const MAX_WORDS_OF_CALL = 64

/** The very expression of the index: written otherwise, the engine would not use it. */
export const indexedText = ({ column, words }: TextColumn): string => `if(empty(${words}), lower(${column}), ${words})`

/** Array(String): the words of the text in their order, in lower case. */
export const wordsOf = (text: TextColumn): string =>
  `arrayMap(w -> if(startsWith(w, 'U'), unhex(substring(w, 2)), w), ${storedWordsOf(text)})`

const storedWordsOf = (text: TextColumn): string => `tokens(${indexedText(text)}, 'unicodeWord')`

export function hasAnyWord(text: TextColumn, words: readonly string[]): string {
  return anyOf(chunks([...new Set(words)]).map((some) => `hasAnyTokens(${indexedText(text)}, ${wordList(some)})`))
}

/** The words one after the other. */
export function hasPhrase(text: TextColumn, words: readonly string[]): string {
  if (words.length < 2) return hasAnyWord(text, words)
  const all = chunks([...new Set(words)]).map((some) => `hasAllTokens(${indexedText(text)}, ${wordList(some)})`)
  const inOrder = sqlString(` ${words.map(storedWord).join(' ')} `)
  return allOf([...all, `position(concat(' ', arrayStringConcat(${storedWordsOf(text)}, ' '), ' '), ${inOrder}) > 0`])
}

/** The words within so many moves of their places in the phrase. */
export function hasPhraseWithin(text: TextColumn, words: readonly string[], slop: number): string {
  if (words.length < 2 || slop === 0) return hasPhrase(text, words)
  const all = chunks([...new Set(words)]).map((some) => `hasAllTokens(${indexedText(text)}, ${wordList(some)})`)
  const places = words.map(
    (word, at) =>
      `arrayMap(p -> toInt64(p) - ${at}, arrayFilter((p, w) -> w = ${sqlString(storedWord(word))}, arrayEnumerate(t), t))`,
  )
  return allOf([...all, closeTogether(places, storedWordsOf(text), slop)])
}

/**
 * `places` are, word by word, where the phrase would begin if that word were in its place: all of them have to lie
 * within `slop` of each other.
 */
function closeTogether(places: readonly string[], tokens: string, slop: number): string {
  const near = places.map((_, at) => `arrayExists(q -> q >= v AND q <= v + ${slop}, z.${at + 1})`).join(' AND ')
  const starts = `arrayConcat(${places.map((_, at) => `z.${at + 1}`).join(', ')})`
  return `arrayExists(z -> arrayExists(v -> ${near}, ${starts}), arrayMap(t -> (${places.join(', ')}), [${tokens}]))`
}

/** Some word passes the test. */
export const someWord = (text: TextColumn, test: (word: string) => string): string =>
  `arrayExists(x -> ${test('x')}, ${wordsOf(text)})`

export const hasText = ({ column }: TextColumn): string => `${column} != ''`

const wordList = (words: readonly string[]): string =>
  `[${words.map((word) => sqlString(storedWord(word))).join(', ')}]`

function chunks(words: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = []
  for (let at = 0; at < words.length; at += MAX_WORDS_OF_CALL) found.push(words.slice(at, at + MAX_WORDS_OF_CALL))
  return found
}

export const NO_WORDS = NEVER
