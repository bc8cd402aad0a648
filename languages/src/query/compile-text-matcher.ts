/** What a leaf of a query asks of a text that is searched by words. */
import { analyzeText, wordsInPlace } from './analysis.ts'
import { type Analyzer, ignoresCase } from './analyzers.ts'
import { compileValueTest } from './compile-value-matcher.ts'
import { askedOfWords, type Leaf } from './leaf.ts'
import { areCloseTogether, compilePhraseSearch } from './phrase-search.ts'

/** A text with what has been worked out of it so far, for all leaves of a query. */
export interface AnalyzedText {
  readonly text: string
  readonly analyzer: Analyzer
  /** In the case in which words are searched for. */
  searched(): string
  /** An empty one in the place of each that is left out. */
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

type TextTest = (text: AnalyzedText) => boolean

/** For texts of that analyzer. */
export function compileTextTest(leaf: Leaf, analyzer: Analyzer): TextTest {
  switch (leaf.kind) {
    case 'term':
      return anyWordTest(analyzeText(leaf.text, analyzer))
    case 'phrase':
      return phraseTest(wordsInPlace(leaf.text, analyzer), leaf.slop)
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
    case 'range': {
      const test = compileValueTest(askedOfWords(leaf, analyzer))
      return (text) => text.words().some((word) => word !== '' && test.string(word))
    }
    default:
      throw leaf satisfies never
  }
}

/** A text without a word does not even hold its letters; beyond ASCII lower case depends on what stands around. */
const mayHold = (text: AnalyzedText, word: string) => !/^[\0-\x7f]*$/.test(word) || text.searched().includes(word)

function anyWordTest(words: readonly string[]): TextTest {
  const wanted = new Set(words)
  return (text) => words.some((word) => mayHold(text, word)) && text.words().some((word) => wanted.has(word))
}

function phraseTest(phrase: readonly string[], slop: number): TextTest {
  const words = phrase.filter((word) => word !== '')
  if (words.length < 2) return anyWordTest(words)
  const search = slop === 0 && words.length === phrase.length ? compilePhraseSearch(words) : undefined
  const test: TextTest = (text) =>
    search === undefined ? areCloseTogether(phrase, text.words(), slop) : search(text.words(), 0) !== -1
  return (text) => words.every((word) => mayHold(text, word)) && test(text)
}
