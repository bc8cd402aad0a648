/** How a text becomes the words that it is found by. */
import { type Analyzer, ignoresCase } from './analyzers.ts'
import { eachWord } from './word-boundaries.ts'

export interface AnalyzedWord {
  /** As it is searched for; empty for a word that is left out but has its place. */
  readonly text: string
  /** UTF-16 offsets into the text. */
  readonly from: number
  readonly to: number
}

/** Longer words are cut into pieces. */
const MAX_WORD_LENGTH = 255
/** A whole text as one word is that much of its beginning. */
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
    if (text !== '') found(0, endOfPiece(text, 0, MAX_KEYWORD_LENGTH))
  },
}

/** The words of a text with their places in it. */
export function locateWords(text: string, analyzer: Analyzer = 'standard'): readonly AnalyzedWord[] {
  const words: AnalyzedWord[] = []
  const add = (from: number, to: number) => {
    const word = text.slice(from, to)
    const searched = ignoresCase(analyzer) ? word.toLowerCase() : word
    words.push({ text: analyzer === 'stop' && STOP_WORDS.has(searched) ? '' : searched, from, to })
  }
  EACH_WORD[analyzer](text, (from, to) => {
    if (analyzer === 'keyword') add(from, to)
    else eachPiece(text, from, to, add)
  })
  return words
}

/** The words of a text as they are searched for, empty where one is left out: phrases go by places. */
export const wordsInPlace = (text: string, analyzer: Analyzer): string[] =>
  locateWords(text, analyzer).map((word) => word.text)

/** The words of a text, as they are searched for and in their order. */
export const analyzeText = (text: string, analyzer: Analyzer = 'standard'): string[] =>
  wordsInPlace(text, analyzer).filter((word) => word !== '')

function eachPiece(text: string, from: number, to: number, add: (from: number, to: number) => void): void {
  let at = from
  while (to - at > MAX_WORD_LENGTH) {
    const end = endOfPiece(text, at, MAX_WORD_LENGTH)
    add(at, end)
    at = end
  }
  add(at, to)
}

/** Never within a character. */
function endOfPiece(text: string, at: number, length: number): number {
  if (text.length - at <= length) return text.length
  const isWithinPair = /[\ud800-\udbff]/.test(text[at + length - 1] ?? '')
  return at + length - (isWithinPair ? 1 : 0)
}
