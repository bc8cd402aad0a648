/** What a leaf of a query asks of one value of a field that is not split into words. */

import type { Leaf } from '../query/leaf.ts'
import { translateRegex } from '../query/translate-regex.ts'
import type { Sql } from '../sql/sql.ts'
import { fuzzyCondition } from './fuzzy-sql.ts'
import { likeCondition, matchCondition } from './pattern-sql.ts'
import type { ValueTest } from './value-condition.ts'
import { equalsTest, rangeTest } from './value-conditions.ts'

export function leafTest(leaf: Leaf): ValueTest {
  switch (leaf.kind) {
    case 'term':
    case 'phrase':
      return equalsTest(leaf.text)
    case 'wildcard':
      return asTexts((value) => likeCondition(value, leaf.parts))
    case 'regex':
      return regexTest(leaf.pattern)
    case 'fuzzy':
      return { string: (value) => fuzzyCondition(value, leaf.text, leaf.edits) }
    case 'range':
      return rangeTest(leaf.lower, leaf.upper)
    default:
      throw leaf satisfies never
  }
}

function regexTest(pattern: string): ValueTest {
  const translated = translateRegex(pattern)
  return translated.ok ? asTexts((value) => matchCondition(value, translated.re2)) : {}
}

/** Patterns see texts. */
const asTexts = (string: (value: Sql) => Sql): ValueTest => ({ string })
