/** What a leaf of a query asks of a text that is searched by words. */
import { analyzeText } from './analysis.ts'
import { compileValueTest } from './compile-value-test.ts'
import { inLowerCase, type Leaf } from './sql/leaf.ts'

/** A text with what has been worked out of it so far, for all leaves of a query. */
export interface AnalyzedText {
  readonly text: string
  lowerCase(): string
  words(): readonly string[]
  /** Its words with a blank before and behind each. */
  spacedWords(): string
}

export function createAnalyzedText(text: string): AnalyzedText {
  let lowerCase: string | undefined
  let words: readonly string[] | undefined
  let spacedWords: string | undefined
  const analyzed = {
    text,
    lowerCase() {
      lowerCase ??= text.toLowerCase()
      return lowerCase
    },
    words() {
      words ??= analyzeText(text)
      return words
    },
    spacedWords() {
      spacedWords ??= ` ${analyzed.words().join(' ')} `
      return spacedWords
    },
  }
  return analyzed
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
  const inOrder = ` ${words.join(' ')} `
  const test: TextTest =
    slop === 0 ? (text) => text.spacedWords().includes(inOrder) : (text) => areClose(words, text.words(), slop)
  return (text) => words.every((word) => mayHold(text, word)) && test(text)
}

/**
 * Each word of the text says where the phrase would begin if that word were in its place. The words are close together
 * when, for all words of the phrase, such beginnings lie within `slop` of each other.
 */
function areClose(phrase: readonly string[], words: readonly string[], slop: number): boolean {
  const placesOf = Map.groupBy(phrase.keys(), (place) => phrase[place])
  const beginnings: { readonly begin: number; readonly place: number }[] = []
  words.forEach((word, at) => {
    for (const place of placesOf.get(word) ?? []) beginnings.push({ begin: at - place, place })
  })
  beginnings.sort((one, other) => one.begin - other.begin)
  const counts = new Array<number>(phrase.length).fill(0)
  let missing = phrase.length
  let oldest = 0
  for (const { begin, place } of beginnings) {
    if ((counts[place] ?? 0) === 0) missing--
    counts[place] = (counts[place] ?? 0) + 1
    for (let old = beginnings[oldest]; old !== undefined && begin - old.begin > slop; old = beginnings[++oldest]) {
      const left = (counts[old.place] ?? 0) - 1
      counts[old.place] = left
      if (left === 0) missing++
    }
    if (missing === 0) return true
  }
  return false
}
