/** The condition of a leaf of a query on a value that is not split into words. */

import type { Leaf } from '../query/leaf.ts'
import { translateRegex } from '../query/translate-regex.ts'
import { fuzzyCondition } from './fuzzy-sql.ts'
import { likeCondition, matchCondition } from './pattern-sql.ts'
import type { ValueCondition } from './value-condition.ts'
import { boundsCondition, equalityCondition } from './value-conditions.ts'

/** Patterns match texts only. */
export function leafCondition(leaf: Leaf): ValueCondition {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
      return equalityCondition(leaf.text)
    case 'wildcard':
      return { string: likeCondition(leaf.parts), isNeverEmpty: leaf.parts.some(({ kind }) => kind !== 'any') }
    case 'regex':
      return regexCondition(leaf.pattern)
    case 'fuzzy':
      return { string: (value) => fuzzyCondition(value, leaf.text, leaf.edits) }
    case 'range':
      return boundsCondition(leaf.lower, leaf.upper)
    default:
      throw leaf satisfies never
  }
}

function regexCondition(pattern: string): ValueCondition {
  const translated = translateRegex(pattern)
  return translated.ok ? { string: matchCondition(translated.re2) } : {}
}
