/** The condition of a leaf of a query on a value that is not split into words. */

import type { Leaf } from '../query/leaf.ts'
import { translateRegex } from '../query/translate-regex.ts'
import type { Sql } from '../sql/sql.ts'
import { fuzzyCondition } from './fuzzy-sql.ts'
import { likeCondition, matchCondition } from './pattern-sql.ts'
import type { ValueCondition } from './value-condition.ts'
import { boundsCondition, equalityCondition } from './value-conditions.ts'

export function leafCondition(leaf: Leaf): ValueCondition {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
      return equalityCondition(leaf.text)
    case 'wildcard':
      return asTexts(likeCondition(leaf.parts))
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
  return translated.ok ? asTexts(matchCondition(translated.re2)) : {}
}

/** Patterns match texts only. */
const asTexts = (string: (value: Sql) => Sql): ValueCondition => ({ string })
