/** A text that is searched by words, against one leaf of a query. */

import { analyzeText, wordsInPlace } from '../query/analysis.ts'
import { type Analyzer, ignoresCase } from '../query/analyzers.ts'
import { askedOfWords, type Leaf } from '../query/leaf.ts'
import { translateRegex } from '../query/translate-regex.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { ALWAYS, allOf, anyOf, NEVER, not } from './condition.ts'
import type { OtherAnalysis } from './field-schema.ts'
import { fuzzyPattern, plainFuzzyCondition } from './fuzzy-sql.ts'
import { leafTest } from './leaf-condition.ts'
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

/** Where analyzers make the same of it, and of most words they do, the index need not be asked for. */
export function textCondition(text: TextColumn, leaf: Leaf, otherAnalyses: readonly OtherAnalysis[]): Sql {
  const standard = analyzedCondition(text, leaf, 'standard')
  const asked = otherAnalyses.map((analysis) => ({
    analysis,
    condition: analyzedCondition(text, leaf, analysis.analyzer),
  }))
  const conditions = Map.groupBy(asked, ({ condition }) => condition.text)
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
type WordTest = (word: Sql) => Sql

/** Splitting texts into words is slow: first the texts are left out that cannot hold such a word. */
function wordCondition(text: TextColumn, leaf: WordLeaf, test: WordTest): Sql {
  const inPlain = plainCondition(text, leaf) ?? somePlainWord(text, test)
  const words = sql`if(empty(${text.words}), ${inPlain}, ${someStoredWord(text, test)})`
  return allOf([anyOf([isNotPlain(text), mayHold(text, leaf, 'in any case')]), words])
}

/** What a text has to hold to have such a word. */
function mayHold({ column }: TextColumn, leaf: WordLeaf, how: 'in any case' | 'as it is'): Sql {
  const matches = (pattern: string) => sql`match(${column}, ${how === 'in any case' ? `(?i)(?:${pattern})` : pattern})`
  switch (leaf.kind) {
    case 'wildcard':
      return sql`${column} ${how === 'in any case' ? sql`ILIKE` : sql`LIKE`} ${likeAround(leaf.parts, (literal) => literal)}`
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
