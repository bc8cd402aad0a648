/** Matches a leaf of a query against a text that is searched by words. */
import { analyzeText, wordsInPlace } from './analysis.ts'
import { type Analyzer, ignoresCase } from './analyzers.ts'
import { compileValueMatcher } from './compile-value-matcher.ts'
import { type Leaf, leafForWords } from './leaf.ts'
import { areCloseTogether, compilePhraseSearch } from './phrase-search.ts'

/** A text whose analysis is computed once, for all leaves of a query. */
export interface AnalyzedText {
  readonly text: string
  readonly analyzer: Analyzer
  /** Lower case, unless the analyzer keeps the case. */
  searched(): string
  /** Empty strings in place of stop words. */
  words(): readonly string[]
}

export function createAnalyzedText(text: string, analyzer: Analyzer): AnalyzedText {
  let searched: string | undefined
  let words: readonly string[] | undefined
  return {
    text,
    analyzer,
    searched() {
      searched ??= ignoresCase(analyzer) ? text.toLowerCase() : text
      return searched
    },
    words() {
      words ??= wordsInPlace(text, analyzer)
      return words
    },
  }
}

type TextMatcher = (text: AnalyzedText) => boolean

/** Matches texts with that analyzer. */
export function compileTextMatcher(leaf: Leaf, analyzer: Analyzer): TextMatcher {
  switch (leaf.kind) {
    case 'term':
      return anyWordMatcher(analyzeText(leaf.text, analyzer))
    case 'phrase':
      return phraseMatcher(wordsInPlace(leaf.text, analyzer), leaf.slop)
    case 'wildcard': {
      const { parts } = leaf
      const literals = parts.flatMap((part) => (part.kind === 'literal' ? [wordOf(part.text, analyzer)] : []))
      const matches = someWordMatcher(leaf, analyzer)
      return (text) => literals.every((literal) => mayHold(text, literal)) && matches(text)
    }
    case 'regex':
    case 'fuzzy':
    case 'range':
      return someWordMatcher(leaf, analyzer)
    default:
      throw leaf satisfies never
  }
}

const wordOf = (text: string, analyzer: Analyzer): string => (ignoresCase(analyzer) ? text.toLowerCase() : text)

function someWordMatcher(leaf: Leaf, analyzer: Analyzer): TextMatcher {
  const matcher = compileValueMatcher(leafForWords(leaf, analyzer))
  return (text) => text.words().some((word) => word !== '' && matcher.string(word))
}

/** A quick check: a text without the word's letters cannot contain it. Beyond ASCII, lower case depends on the context. */
const mayHold = (text: AnalyzedText, word: string) => !/^[\0-\x7f]*$/.test(word) || text.searched().includes(word)

function anyWordMatcher(words: readonly string[]): TextMatcher {
  const wanted = new Set(words)
  return (text) => words.some((word) => mayHold(text, word)) && text.words().some((word) => wanted.has(word))
}

function phraseMatcher(phrase: readonly string[], slop: number): TextMatcher {
  const words = phrase.filter((word) => word !== '')
  if (words.length < 2) return anyWordMatcher(words)
  const search = slop === 0 && words.length === phrase.length ? compilePhraseSearch(words) : undefined
  const matches: TextMatcher = (text) =>
    search === undefined ? areCloseTogether(phrase, text.words(), slop) : search(text.words(), 0) !== -1
  return (text) => words.every((word) => mayHold(text, word)) && matches(text)
}
