/** A text that is searched by words, against one leaf of a query. */
import { analyzeText, wordsInPlace } from '../analysis.ts'
import { type Analyzer, ignoresCase } from '../analyzers.ts'
import { translateRegex } from '../translate-regex.ts'
import type { OtherAnalysis } from './field-schema.ts'
import { fuzzyPattern, plainFuzzyCondition } from './fuzzy-sql.ts'
import { askedOfWords, type Leaf } from './leaf.ts'
import { leafTest } from './leaf-test.ts'
import { likeAround, quotedPattern } from './pattern-sql.ts'
import { sqlString } from './sql-literal.ts'
import {
  hasAnyWord,
  hasPhraseWithin,
  isNotPlain,
  somePlainWord,
  someStoredWord,
  spacedWords,
  type TextColumn,
} from './text-column.ts'
import { ALWAYS, allOf, anyOf, NEVER, not } from './value-test.ts'

/** Where analyzers make the same of it, and of most words they do, the index need not be asked for. */
export function textCondition(text: TextColumn, leaf: Leaf, otherAnalyses: readonly OtherAnalysis[]): string {
  const standard = analyzedCondition(text, leaf, 'standard')
  const conditions = Map.groupBy(otherAnalyses, ({ analyzer }) => analyzedCondition(text, leaf, analyzer))
  conditions.delete(standard)
  if (conditions.size === 0) return standard
  const others = [...conditions]
  return anyOf([
    allOf([not(isIn(others.flatMap(([, analyses]) => analyses))), standard]),
    ...others.map(([condition, analyses]) => allOf([isIn(analyses), condition])),
  ])
}

const isIn = (analyses: readonly OtherAnalysis[]): string => {
  const prefixes = analyses.map(({ indexPrefix }) => quotedPattern(indexPrefix))
  return `match(\`index\`, ${sqlString(`^(?:${prefixes.join('|')})_[0-9]+$`)})`
}

function analyzedCondition(text: TextColumn, leaf: Leaf, analyzer: Analyzer): string {
  switch (leaf.kind) {
    case 'term':
      return hasAnyWord(text, analyzeText(leaf.text, analyzer))
    case 'phrase':
      return hasPhraseWithin(text, wordsInPlace(leaf.text, analyzer), leaf.slop)
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
    case 'range': {
      const asked = askedOfWords(leaf, analyzer)
      const test = leafTest(asked).string
      if (test === undefined || asked.kind === 'term' || asked.kind === 'phrase') return NEVER
      return analyzer === 'standard'
        ? wordCondition(text, asked, test)
        : allOf([ignoresCase(analyzer) ? ALWAYS : mayHold(text, asked, 'as it is'), someStoredWord(text, test)])
    }
    default:
      throw leaf satisfies never
  }
}

type WordLeaf = Extract<Leaf, { kind: 'wildcard' | 'regex' | 'fuzzy' | 'range' }>
type WordTest = (word: string) => string

/** Splitting texts into words is slow: first the texts are left out that cannot hold such a word. */
function wordCondition(text: TextColumn, leaf: WordLeaf, test: WordTest): string {
  const inPlain = plainCondition(text, leaf) ?? somePlainWord(text, test)
  const words = `if(empty(${text.words}), ${inPlain}, ${someStoredWord(text, test)})`
  return allOf([anyOf([isNotPlain(text), mayHold(text, leaf, 'in any case')]), words])
}

/** What a text has to hold to have such a word. */
function mayHold({ column }: TextColumn, leaf: WordLeaf, how: 'in any case' | 'as it is'): string {
  const matches = (pattern: string) =>
    `match(${column}, ${sqlString(how === 'in any case' ? `(?i)(?:${pattern})` : pattern)})`
  switch (leaf.kind) {
    case 'wildcard':
      return `${column} ${how === 'in any case' ? 'ILIKE' : 'LIKE'} ${sqlString(likeAround(leaf.parts, (literal) => literal))}`
    case 'regex': {
      const translated = translateRegex(leaf.pattern)
      return translated.ok ? matches(translated.re2) : NEVER
    }
    case 'fuzzy': {
      const pattern = fuzzyPattern(leaf.text, leaf.edits)
      return pattern === undefined ? ALWAYS : matches(pattern)
    }
    case 'range':
      return ALWAYS
    default:
      throw leaf satisfies never
  }
}

/** A quicker way to ask for words of a plain text, where there is one: no word holds a blank. */
function plainCondition(text: TextColumn, leaf: WordLeaf): string | undefined {
  if (leaf.kind === 'fuzzy') {
    return somePlainWord(text, (word) => plainFuzzyCondition(word, leaf.text, leaf.edits))
  }
  if (leaf.kind !== 'wildcard') return undefined
  const pattern = leaf.parts
    .map((part) => {
      if (part.kind === 'any') return '[^ ]*'
      return part.kind === 'one' ? '[^ ]' : quotedPattern(part.text)
    })
    .join('')
  return `match(${spacedWords(text)}, ${sqlString(` ${pattern} `)})`
}
