/** A text that is searched by words, against one leaf of a query. */
import { analyzeText } from '../analysis.ts'
import { translateRegex } from '../translate-regex.ts'
import { fuzzyPattern, plainFuzzyCondition } from './fuzzy-sql.ts'
import { inLowerCase, type Leaf } from './leaf.ts'
import { leafTest } from './leaf-test.ts'
import { likeAround, quotedPattern } from './pattern-sql.ts'
import { sqlString } from './sql-literal.ts'
import { hasAnyWord, hasPhraseWithin, isNotPlain, someWord, spacedWords, type TextColumn } from './text-column.ts'
import { ALWAYS, allOf, anyOf, NEVER } from './value-test.ts'

export function textCondition(text: TextColumn, leaf: Leaf): string {
  switch (leaf.kind) {
    case 'term':
      return hasAnyWord(text, analyzeText(leaf.text))
    case 'phrase':
      return hasPhraseWithin(text, analyzeText(leaf.text), leaf.slop)
    case 'wildcard':
    case 'regex':
    case 'fuzzy':
    case 'range':
      return wordCondition(text, inLowerCase(leaf))
    default:
      throw leaf satisfies never
  }
}

type WordLeaf = Extract<Leaf, { kind: 'wildcard' | 'regex' | 'fuzzy' | 'range' }>

/** Splitting texts into words is slow: first the texts are left out that cannot hold such a word. */
function wordCondition(text: TextColumn, leaf: Leaf): string {
  if (leaf.kind === 'term' || leaf.kind === 'phrase') return NEVER
  const test = leafTest(leaf).string
  if (test === undefined) return NEVER
  const inPlain = plainCondition(text, leaf) ?? someWord(text, test, 'plain')
  const words = `if(empty(${text.words}), ${inPlain}, ${someWord(text, test, 'not plain')})`
  return allOf([anyOf([isNotPlain(text), mayHold(text, leaf)]), words])
}

/** What a plain text has to hold to have such a word. */
function mayHold({ column }: TextColumn, leaf: WordLeaf): string {
  switch (leaf.kind) {
    case 'wildcard':
      return `${column} ILIKE ${sqlString(likeAround(leaf.parts, (literal) => literal))}`
    case 'regex': {
      const translated = translateRegex(leaf.pattern)
      return translated.ok ? `match(${column}, ${sqlString(`(?i)(?:${translated.re2})`)})` : NEVER
    }
    case 'fuzzy': {
      const pattern = fuzzyPattern(leaf.text, leaf.edits)
      return pattern === undefined ? ALWAYS : `match(${column}, ${sqlString(`(?i)(?:${pattern})`)})`
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
    return someWord(text, (word) => plainFuzzyCondition(word, leaf.text, leaf.edits), 'plain')
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
