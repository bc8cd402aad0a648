/** Splits texts into the words that they are found by. */
import { type Analyzer, ignoresCase } from './analyzers.ts'
import { eachWord } from './word-boundaries.ts'

export interface AnalyzedWord {
  /** The searchable form; empty for a stop word, which still counts as a position. */
  readonly text: string
  /** UTF-16 offsets into the text. */
  readonly from: number
  readonly to: number
}

/** Longer words are split. */
const MAX_WORD_LENGTH = 255
/** The keyword analyzer uses this much of the start of a text as its only word. */
const MAX_KEYWORD_LENGTH = 8191
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they ' +
    'this to was will with'
  ).split(' '),
)

type EachWord = (text: string, found: (from: number, to: number) => void) => void

const matching =
  (expression: RegExp): EachWord =>
  (text, found) => {
    for (const match of text.matchAll(expression)) found(match.index, match.index + match[0].length)
  }
const letters = matching(/\p{L}+/gu)
const EACH_WORD: Readonly<Record<Analyzer, EachWord>> = {
  standard: eachWord,
  simple: letters,
  stop: letters,
  whitespace: matching(/\S+/g),
  keyword(text, found) {
    if (text !== '') found(0, endOfPart(text, 0, MAX_KEYWORD_LENGTH))
  },
}

/** The words of a text with their offsets. */
export function locateWords(text: string, analyzer: Analyzer = 'standard'): readonly AnalyzedWord[] {
  const words: AnalyzedWord[] = []
  const add = (from: number, to: number) => {
    const word = text.slice(from, to)
    const searched = ignoresCase(analyzer) ? word.toLowerCase() : word
    words.push({ text: analyzer === 'stop' && STOP_WORDS.has(searched) ? '' : searched, from, to })
  }
  EACH_WORD[analyzer](text, (from, to) => {
    if (analyzer === 'keyword') add(from, to)
    else eachPart(text, from, to, add)
  })
  return words
}

/** The searchable words of a text, empty for stop words, so that phrases can compare positions. */
export const wordsInPlace = (text: string, analyzer: Analyzer): string[] =>
  locateWords(text, analyzer).map((word) => word.text)

/** The searchable words of a text, in order. */
export const analyzeText = (text: string, analyzer: Analyzer = 'standard'): string[] =>
  wordsInPlace(text, analyzer).filter((word) => word !== '')

function eachPart(text: string, from: number, to: number, add: (from: number, to: number) => void): void {
  let at = from
  while (to - at > MAX_WORD_LENGTH) {
    const end = endOfPart(text, at, MAX_WORD_LENGTH)
    add(at, end)
    at = end
  }
  add(at, to)
}

/** Never splits a surrogate pair. */
function endOfPart(text: string, at: number, length: number): number {
  if (text.length - at <= length) return text.length
  const isWithinPair = /[\ud800-\udbff]/.test(text[at + length - 1] ?? '')
  return at + length - (isWithinPair ? 1 : 0)
}
