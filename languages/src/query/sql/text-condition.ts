/** A text that is searched by words, against one leaf of a query. */

import { analyzeText } from '../analysis.ts'
import { inLowerCase, type Leaf } from './leaf.ts'
import { leafTest } from './leaf-test.ts'
import { hasAnyWord, hasPhraseWithin, hasText, someWord, type TextColumn } from './text-column.ts'
import { NEVER } from './value-test.ts'

export function textCondition(text: TextColumn, leaf: Leaf): string {
  switch (leaf.kind) {
    case 'term':
      return hasAnyWord(text, analyzeText(leaf.text))
    case 'phrase':
      return hasPhraseWithin(text, analyzeText(leaf.text), leaf.slop)
    case 'wildcard':
      if (leaf.parts.length > 0 && leaf.parts.every(({ kind }) => kind === 'any')) return hasText(text)
      return wordCondition(text, leaf)
    case 'regex':
    case 'fuzzy':
    case 'range':
      return wordCondition(text, leaf)
    default:
      throw leaf satisfies never
  }
}

function wordCondition(text: TextColumn, leaf: Leaf): string {
  const test = leafTest(inLowerCase(leaf)).string
  return test === undefined ? NEVER : someWord(text, test)
}
