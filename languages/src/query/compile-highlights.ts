/**
 * The parts of a value that match a query, for highlighting: in every field, whichever field the query names. Prohibited
 * clauses, ranges and existence clauses highlight nothing.
 */
import { FULL_TEXT_FIELDS } from '@logyard/contract/messages/message-fields'
import { type AnalyzedWord, analyzeText, locateWords, wordsInPlace } from './analysis.ts'
import { type Analyzer, forEachAnalyzer } from './analyzers.ts'
import { compileValueMatcher, matchesValue } from './compile-value-matcher.ts'
import { inLowerCase, type Leaf, leafForWords } from './leaf.ts'
import { areCloseTogether, compilePhraseSearch } from './phrase-search.ts'
import type { PhraseNode, QueryNode } from './query-tree.ts'

/** Range in UTF-16 units of the whole value. */
export interface HighlightRange {
  readonly start: number
  readonly length: number
}

/**
 * Returns the ranges in order and without overlaps; of a list those of all elements. Texts are split into words by the
 * analyzer.
 */
export type Highlighter = (fieldName: string, value: unknown, analyzer?: Analyzer) => readonly HighlightRange[]

type RangesOfText = (words: readonly AnalyzedWord[]) => readonly HighlightRange[]
type LeafHighlights = ReturnType<typeof compileLeaf>

export function compileHighlights(tree: QueryNode): Highlighter {
  const leaves = highlightedLeaves(tree).map(compileLeaf)
  return (fieldName, value, analyzer = 'standard') => {
    if (leaves.length === 0 || fieldName === 'timestamp') return []
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return merged(values.flatMap((element) => rangesOf(leaves, fieldName, element, analyzer)))
  }
}

function highlightedLeaves(node: QueryNode): readonly Leaf[] {
  switch (node.kind) {
    case 'bool':
      return [...node.must, ...node.should].flatMap(highlightedLeaves)
    case 'term':
    case 'phrase':
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
      return [node]
    case 'all':
    case 'range':
    case 'exists':
      return []
    default:
      throw node satisfies never
  }
}

function compileLeaf(leaf: Leaf) {
  const ofSource = compileValueMatcher(inLowerCase(leaf))
  const ofOther = compileValueMatcher(leaf)
  return {
    ofText: forEachAnalyzer((analyzer) => compileRangesOfText(leaf, analyzer)),
    isSource: (value: string) => ofSource.string(value.toLowerCase()),
    isOther: (value: unknown) => matchesValue(ofOther, value),
  }
}

function rangesOf(
  leaves: readonly LeafHighlights[],
  fieldName: string,
  value: unknown,
  analyzer: Analyzer,
): readonly HighlightRange[] {
  if (typeof value === 'string' && FULL_TEXT_FIELDS.includes(fieldName)) {
    const words = locateWords(value, analyzer)
    return leaves.flatMap(({ ofText }) => ofText(analyzer)(words))
  }
  const matches = (leaf: LeafHighlights) =>
    fieldName === 'source' && typeof value === 'string' ? leaf.isSource(value) : leaf.isOther(value)
  return leaves.some(matches) ? [{ start: 0, length: String(value).length }] : []
}

const rangeOfWords = (first: AnalyzedWord, last: AnalyzedWord): HighlightRange => ({
  start: first.from,
  length: last.to - first.from,
})

function compileRangesOfText(leaf: Leaf, analyzer: Analyzer): RangesOfText {
  if (leaf.kind === 'phrase') return rangesOfPhrase(leaf, analyzer)
  const isWanted =
    leaf.kind === 'term'
      ? wordSet(analyzeText(leaf.text, analyzer))
      : compileValueMatcher(leafForWords(leaf, analyzer)).string
  return (words) => words.filter(({ text }) => text !== '' && isWanted(text)).map((word) => rangeOfWords(word, word))
}

function wordSet(words: readonly string[]): (word: string) => boolean {
  const wanted = new Set(words)
  return (word) => wanted.has(word)
}

function rangesOfPhrase({ text: phraseText, slop }: PhraseNode, analyzer: Analyzer): RangesOfText {
  const phrase = wordsInPlace(phraseText, analyzer)
  if (phrase.includes('') || (slop > 0 && phrase.length > 1)) {
    const isWanted = wordSet(phrase.filter((word) => word !== ''))
    return (words) => {
      if (!areCloseTogether(phrase, textsOf(words), slop)) return []
      return words.filter(({ text }) => isWanted(text)).map((word) => rangeOfWords(word, word))
    }
  }
  if (phrase.length === 0) return () => []
  const search = compilePhraseSearch(phrase)
  return (words) => {
    const ranges: HighlightRange[] = []
    const texts = textsOf(words)
    for (let at = search(texts, 0); at !== -1; at = search(texts, at + phrase.length)) {
      const first = words[at]
      const last = words[at + phrase.length - 1]
      if (first !== undefined && last !== undefined) ranges.push(rangeOfWords(first, last))
    }
    return ranges
  }
}

const textsOf = (words: readonly AnalyzedWord[]): string[] => words.map(({ text }) => text)

function merged(ranges: readonly HighlightRange[]): readonly HighlightRange[] {
  const joined: { start: number; length: number }[] = []
  for (const { start, length } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start < last.start + last.length) {
      last.length = Math.max(last.length, start + length - last.start)
    } else joined.push({ start, length })
  }
  return joined
}
