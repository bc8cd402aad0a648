/** The condition that a text that is searched by words matches a leaf of a query. */

import { analyzeText, wordsInPlace } from '../query/analysis.ts'
import { type Analyzer, ignoresCase } from '../query/analyzers.ts'
import { type Leaf, leafForWords } from '../query/leaf.ts'
import { translateRegex } from '../query/translate-regex.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { ALWAYS, allOf, anyOf, NEVER, not } from './condition.ts'
import type { OtherAnalysis } from './field-schema.ts'
import { fuzzyPattern, plainFuzzyCondition } from './fuzzy-sql.ts'
import { leafCondition } from './leaf-condition.ts'
import { likeAround, quotedPattern } from './pattern-sql.ts'

import {
  hasAnyWord,
  hasPhraseWithin,
  isNotPlain,
  somePlainWord,
  someStoredWord,
  spacedWords,
  type TextColumn,
} from './text-column.ts'

/** Analyzers with the same condition are merged; for most words all have the same one, and the index is not compared. */
export function textCondition(text: TextColumn, leaf: Leaf, otherAnalyses: readonly OtherAnalysis[]): Sql {
  const standard = analyzedCondition(text, leaf, 'standard')
  const analysed = otherAnalyses.map((analysis) => ({
    analysis,
    condition: analyzedCondition(text, leaf, analysis.analyzer),
  }))
  const conditions = Map.groupBy(analysed, ({ condition }) => condition.text)
  conditions.delete(standard.text)
  if (conditions.size === 0) return standard
  const others = [...conditions.values()].map((alike) => ({
    isWithin: isIn(alike.map(({ analysis }) => analysis)),
    condition: alike[0]?.condition ?? NEVER,
    alike,
  }))
  const all = others.flatMap(({ alike }) => alike.map(({ analysis }) => analysis))
  return anyOf([
    allOf([not(isIn(all)), standard]),
    ...others.map(({ isWithin, condition }) => allOf([isWithin, condition])),
  ])
}

const isIn = (analyses: readonly OtherAnalysis[]): Sql => {
  const prefixes = analyses.map(({ indexPrefix }) => quotedPattern(indexPrefix))
  return sql`match(\`index\`, ${`^(?:${prefixes.join('|')})_[0-9]+$`})`
}

function analyzedCondition(text: TextColumn, leaf: Leaf, analyzer: Analyzer): Sql {
  switch (leaf.kind) {
    case 'term':
      return hasAnyWord(text, analyzeText(leaf.text, analyzer))
    case 'phrase':
      return hasPhraseWithin(text, wordsInPlace(leaf.text, analyzer), leaf.slop)
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
    case 'range': {
      const ofWords = leafForWords(leaf, analyzer)
      const condition = leafCondition(ofWords).string
      if (condition === undefined || ofWords.kind === 'term' || ofWords.kind === 'phrase') return NEVER
      return analyzer === 'standard'
        ? wordsCondition(text, ofWords, condition)
        : allOf([ignoresCase(analyzer) ? ALWAYS : mayHold(text, ofWords, 'keep case'), someStoredWord(text, condition)])
    }
    default:
      throw leaf satisfies never
  }
}

type WordLeaf = Extract<Leaf, { kind: 'wildcard' | 'regex' | 'fuzzy' | 'range' }>
type WordCondition = (word: Sql) => Sql

/** Splitting texts into words is slow, so a quick check excludes texts that cannot match. */
function wordsCondition(text: TextColumn, leaf: WordLeaf, condition: WordCondition): Sql {
  const inPlain = plainCondition(text, leaf) ?? somePlainWord(text, condition)
  const words = sql`if(empty(${text.words}), ${inPlain}, ${someStoredWord(text, condition)})`
  return allOf([anyOf([isNotPlain(text), mayHold(text, leaf, 'ignore case')]), words])
}

/** The quick check: true for every text that has a matching word. */
function mayHold({ column }: TextColumn, leaf: WordLeaf, how: 'ignore case' | 'keep case'): Sql {
  const matches = (pattern: string) => sql`match(${column}, ${how === 'ignore case' ? `(?i)(?:${pattern})` : pattern})`
  switch (leaf.kind) {
    case 'wildcard':
      return sql`${column} ${how === 'ignore case' ? sql`ILIKE` : sql`LIKE`} ${likeAround(leaf.parts, (literal) => literal)}`
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

/** A faster condition on the words of a plain text, if there is one. It relies on words not containing spaces. */
function plainCondition(text: TextColumn, leaf: WordLeaf): Sql | undefined {
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
  return sql`match(${spacedWords(text)}, ${` ${pattern} `})`
}
