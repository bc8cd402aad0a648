/** What a leaf of a query asks of a text that is searched by words. */
import { analyzeText } from './analysis.ts'
import { compileValueTest } from './compile-value-test.ts'
import { areCloseTogether, compilePhraseSearch } from './phrase-search.ts'
import { inLowerCase, type Leaf } from './sql/leaf.ts'

/** A text with what has been worked out of it so far, for all leaves of a query. */
export interface AnalyzedText {
  readonly text: string
  lowerCase(): string
  words(): readonly string[]
}

export function createAnalyzedText(text: string): AnalyzedText {
  let lowerCase: string | undefined
  let words: readonly string[] | undefined
  return {
    text,
    lowerCase() {
      lowerCase ??= text.toLowerCase()
      return lowerCase
    },
    words() {
      words ??= analyzeText(text)
      return words
    },
  }
}

type TextTest = (text: AnalyzedText) => boolean

export function compileTextTest(leaf: Leaf): TextTest {
  switch (leaf.kind) {
    case 'term':
      return anyWordTest(analyzeText(leaf.text))
    case 'phrase':
      return phraseTest(analyzeText(leaf.text), leaf.slop)
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
    case 'range': {
      const test = compileValueTest(inLowerCase(leaf))
      return (text) => text.words().some(test.string)
    }
    default:
      throw leaf satisfies never
  }
}

/** A text without a word does not even hold its letters; beyond ASCII lower case depends on what stands around. */
const mayHold = (text: AnalyzedText, word: string) => !/^[\0-\x7f]*$/.test(word) || text.lowerCase().includes(word)

function anyWordTest(words: readonly string[]): TextTest {
  const wanted = new Set(words)
  return (text) => words.some((word) => mayHold(text, word)) && text.words().some((word) => wanted.has(word))
}

function phraseTest(words: readonly string[], slop: number): TextTest {
  if (words.length < 2) return anyWordTest(words)
  const search = compilePhraseSearch(words)
  const test: TextTest =
    slop === 0 ? (text) => search(text.words(), 0) !== -1 : (text) => areCloseTogether(words, text.words(), slop)
  return (text) => words.every((word) => mayHold(text, word)) && test(text)
}
